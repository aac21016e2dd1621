import { ENTITY_OPTION, UsageError } from '@linescope/command-line/command';
import { columns, listing } from '@linescope/command-line/table';
import { entitySettingsSchema } from '@linescope/contract/entity-settings';
import { changeSettings } from '../../actions/change-settings.ts';
import { createEntity } from '../../actions/create-entity.ts';
import { ENTITY_SLUG_RULE, isEntitySlug, normaliseEntitySlug } from '../../domain/entity-slug.ts';
import { type Entity, listEntities } from '../../store/entities.ts';
import type { AdminCommand } from '../admin-context.ts';
import { OPERATOR } from '../admin-context.ts';
import { needEntity } from '../find-entity.ts';

const describe = (entity: Entity) => ({
  id: entity.id,
  slug: entity.slug,
  status: entity.status,
  created_at: entity.created_at.toISOString(),
  settings: entity.settings,
});

const show = (entity: Entity) => {
  const { settings, ...facts } = describe(entity);
  const rows = Object.entries({ ...facts, ...settings }).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return { json: describe(entity), text: columns(rows) };
};

export const entityCreate: AdminCommand = {
  summary: 'Create an entity',
  args: ['slug'],
  async run({ postgres, outbox }, { args }) {
    const slug = normaliseEntitySlug(args[0] ?? '');
    if (!isEntitySlug(slug)) throw new UsageError(`<slug> ${ENTITY_SLUG_RULE}.`);
    return show(await postgres.transaction((tx) => createEntity(tx, outbox, { slug, actor: OPERATOR })));
  },
};

export const entityList: AdminCommand = {
  summary: 'List all entities',
  async run({ postgres }) {
    const entities = await listEntities(postgres);
    const rows = entities.map((entity) => ({
      id: entity.id,
      slug: entity.slug,
      status: entity.status,
      seat_limit: entity.settings.seat_limit,
      created_at: entity.created_at.toISOString(),
    }));
    return listing(rows);
  },
};

export const entityShow: AdminCommand = {
  summary: 'Show an entity and its settings',
  options: ENTITY_OPTION,
  run: async ({ postgres }, { need }) => show(await needEntity(postgres, need('entity'))),
};

export const entitySet: AdminCommand = {
  summary: [
    'Change settings of an entity, each as <name>=<value>; the value is JSON or a plain word, `null` unsets it:',
    '  time_zone=Europe/Zurich business_day_start=08:30 business_day_end=17:30 holidays=["2026-12-25"]',
    '  seat_limit=25 import_window=365 (days, a day, or all) subscription_starts_on=2026-01-01',
    '  critical_defect_rule={"types":["Bug"],"priorities":["Highest"]} release_rules={"tag_pattern":"v*"}',
    '  diff_delta_weights={"operation":{"del":20},"category":{"test":1}} scores commits again: see entity derivations',
  ].join('\n'),
  args: ['name=value…'],
  options: ENTITY_OPTION,
  async run({ postgres, outbox }, { args, need }) {
    const slug = need('entity');
    const settings = Object.fromEntries(args.map(readSetting));
    const entity = await postgres.transaction((tx) =>
      changeSettings(tx, outbox, { entitySlug: slug.toLowerCase(), settings, actor: OPERATOR }),
    );
    return show(entity);
  },
};

function readSetting(pair: string): [string, unknown] {
  const cut = pair.indexOf('=');
  const name = pair.slice(0, Math.max(cut, 0));
  if (!Object.hasOwn(entitySettingsSchema.shape, name)) {
    throw new UsageError(`${pair}: the settings are ${Object.keys(entitySettingsSchema.shape).join(', ')}.`);
  }
  const text = pair.slice(cut + 1);
  try {
    const value: unknown = JSON.parse(text);
    return [name, value];
  } catch {
    return [name, name === 'holidays' ? text.split(',').map((day) => day.trim()) : text];
  }
}

import { ENTITY_OPTION, UsageError } from '@linescope/command-line/command';
import { listing } from '@linescope/command-line/table';
import { z } from 'zod';
import type { AdminCommand } from '../admin-context.ts';
import { needEntity } from '../find-entity.ts';

const changeRow = { before: z.number(), after: z.number() };
const previewSchema = z.looseObject({
  start_date: z.string(),
  end_date: z.string(),
  commit_count: z.number(),
  ...changeRow,
  repos: z.array(z.object({ repo_path: z.string(), ...changeRow })),
  committers: z.array(z.object({ user_name: z.string(), ...changeRow })),
});
const faultsSchema = z.array(z.object({ detail: z.string() }));

export const entityPreviewWeights: AdminCommand = {
  summary: [
    'Show what other weights of Diff Delta would make of the last 90 days of an entity; changes nothing:',
    '  \'{"operation":{"del":20},"category":{"test":1}}\'',
  ].join('\n'),
  args: ['weights'],
  options: ENTITY_OPTION,
  async run({ postgres, analytics }, { args, need }) {
    const entity = await needEntity(postgres, need('entity'));
    const request = { entityId: entity.id, entitySlug: entity.slug, weightsJson: readJson(args[0] ?? '') };
    const { previewJson, faultsJson } = await analytics().previewDiffDelta(request);
    if (faultsJson !== '') {
      const faults = faultsSchema.parse(JSON.parse(faultsJson));
      throw new UsageError(faults.map(({ detail }) => detail).join(' '));
    }
    const preview = previewSchema.parse(JSON.parse(previewJson));
    const { repos, committers, before, after } = preview;
    const rows = [
      { of: `all ${preview.commit_count} commits`, before, after },
      ...repos.map(({ repo_path: of, ...own }) => ({ of, ...own })),
      ...committers.map(({ user_name: of, ...own }) => ({ of, ...own })),
    ];
    return { json: preview, text: listing(rows).text };
  },
};

const derivationsSchema = z.array(
  z.object({
    derivation_em: z.string(),
    version: z.number(),
    state_em: z.string(),
    done_count: z.number(),
    total_count: z.number(),
    percent_complete: z.number(),
    requested_at: z.string(),
    finished_at: z.string().nullable(),
  }),
);

export const entityDerivations: AdminCommand = {
  summary: 'Show how far facts of an entity are derived again, after an upgrade or a change of weights',
  options: ENTITY_OPTION,
  async run({ postgres, analytics }, { need }) {
    const entity = await needEntity(postgres, need('entity'));
    const { derivationsJson } = await analytics().listDerivations({ entityId: entity.id });
    return listing(derivationsSchema.parse(JSON.parse(derivationsJson)));
  },
};

function readJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    throw new UsageError('<weights> must be JSON.');
  }
}

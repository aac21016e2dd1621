import { created, defineRoute, ok } from '@linescope/chassis/http/route';
import { resolveScope } from '@linescope/chassis/scope/resolve-scope';
import { checkTogether } from '@linescope/contract/check-together';
import { envelopeSchema, success } from '@linescope/contract/envelope';
import { booleanInput, dateTimeInput, decimalInput, integerInput, stringInput } from '@linescope/contract/inputs';
import { resourcePathInput } from '@linescope/contract/resource-path';
import { z } from 'zod';
import { recordAiUsages, type UsageInput } from '../actions/record-ai-usages.ts';
import type { Context } from '../context.ts';
import { usageContradictions } from '../domain/usage-contradictions.ts';

const ACTION = 'action_ai_usage';
const MAX_ROWS = 1000;

/** As large as the store's own counters. */
const count = integerInput({ min: 0, max: 4_294_967_295 }).optional();

const usageShape = {
  llm_model_name: stringInput({ max: 200 }),
  date: dateTimeInput(),
  committer_identifier: stringInput({ max: 500 }).optional(),
  committer_user_name: stringInput({ max: 500 }).optional(),
  team_slug: stringInput({ max: 200 }).optional(),
  add_to_existing: booleanInput.default(false),
  lines_added: count,
  lines_deleted: count,
  prompted_suggest_count: count,
  prompted_accept_count: count,
  tab_suggest_count: count,
  tab_accept_count: count,
  cents_cost: decimalInput({ min: 0, max: 1e12 }).optional(),
};
const rowInput = z.object({ resource_path: resourcePathInput.optional(), ...usageShape });

/** Also where another parameter is at fault. */
const ALWAYS = () => true;
/** Given, even if it is at fault. */
const isNamed = (given: object, name: string): boolean => Object.hasOwn(given, name);

/** The paths that the call and its rows name, as far as these can be read. */
function pathsOf({ resource_path: named, usages }: { resource_path?: unknown; usages?: unknown }): Set<string> {
  const rows = Array.isArray(usages) ? usages : [];
  const paths = [named, ...rows.map((row) => pathOfRow.safeParse(row).data?.resource_path)];
  return new Set(paths.filter((path) => typeof path === 'string'));
}
const pathOfRow = z.object({ resource_path: z.string() });

/** One usage as parameters, or many as a JSON array whose rows may each name the same scope. */
const input = ({ now }: Pick<Context, 'now'>) =>
  checkTogether(
    z.object({
      resource_path: resourcePathInput.optional(),
      ...usageShape,
      llm_model_name: usageShape.llm_model_name.optional(),
      date: usageShape.date.optional(),
      usages: z
        .array(checkTogether(rowInput, (sound) => usageContradictions(sound, now())))
        .min(1, 'must have at least one row')
        .max(MAX_ROWS, `must have at most ${MAX_ROWS} rows`)
        .optional(),
    }),
    (sound) => usageContradictions(sound, now()),
  )
    .refine((given) => pathsOf(given).size > 0, { path: ['resource_path'], error: 'is required', when: ALWAYS })
    .refine((given) => pathsOf(given).size < 2, {
      path: ['resource_path'],
      error: 'must be the same in every row',
      when: ALWAYS,
    })
    .refine((given) => isNamed(given, 'usages') || isNamed(given, 'llm_model_name'), {
      path: ['llm_model_name'],
      error: 'is required',
      when: ALWAYS,
    })
    .refine((given) => isNamed(given, 'usages') || isNamed(given, 'date'), {
      path: ['date'],
      error: 'is required',
      when: ALWAYS,
    })
    .transform((given) => {
      const { resource_path: _path, usages, llm_model_name: model, date, ...counts } = given;
      const [path = ''] = pathsOf(given);
      const single: UsageInput[] =
        model !== undefined && date !== undefined ? [{ ...counts, llm_model_name: model, date }] : [];
      return { resource_path: path, rows: usages ?? single, isList: usages !== undefined };
    });

export const aiUsagesRoute = (context: Context) =>
  defineRoute({
    method: 'POST',
    path: '/ai_usages',
    action: ACTION,
    summary: 'Submit usage of an AI provider of your own',
    description:
      'Unique by resource, date, model and committer (or team). Counts replace those of the date, for resources above and below this one too, or add to them. 201 where something new was recorded, 200 where it was there. A JSON array of up to 1,000 rows is recorded whole or not at all.',
    role: 'member',
    input: input(context),
    arrayBody: 'usages',
    output: envelopeSchema,
    async handle({ resource_path: path, rows, isList }, { principal }) {
      const scope = await resolveScope(context.identity, principal, path);
      const isNew = await recordAiUsages(context, principal, scope, rows, isList);
      const body = success(
        ACTION,
        rows.length === 1 ? 'AI usage recorded.' : `${rows.length} rows of AI usage recorded.`,
      );
      return isNew ? created(body) : ok(body);
    },
  });

import { defineRoute, ok } from '@linescope/chassis/http/route';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { dateInput, integerInput, stringInput, textInput } from '@linescope/contract/inputs';
import { count, integer, link, timestamp } from '@linescope/contract/output-fields';
import { z } from 'zod';
import { evidenceShape } from '../line-history/line-evidence.ts';
import { readLineHistory } from '../line-history/read-line-history.ts';
import type { CodeContext } from './code-context.ts';
import { oneRepoInput } from './code-inputs.ts';
import { operationEm } from './line-enums.ts';

const ACTION = 'action_code_line_history';
const DEFAULT_HOPS = 5;
const MAX_HOPS = 100;

/** A function's documentation is lines of the file. */
const WITHOUT_TEXT = { line_explanation: null, documentation_for_function_if_available: null };

const lineNumber = integerInput({ min: 1, max: 2 ** 31 - 1 }).optional();

/** Given, even if it is at fault. */
const isNamed = (given: object, name: string): boolean => Object.hasOwn(given, name);

const inputSchema = z
  .object({
    resource_path: oneRepoInput,
    file_path: textInput({ max: 4096 }).transform((path) => path.replace(/^(?:\.?\/)+/, '')),
    sha: stringInput({ max: 40 })
      .transform((sha) => sha.toLowerCase())
      .refine((sha) => /^[0-9a-f]{4,40}$/.test(sha), 'must be 4 to 40 hexadecimal characters of a commit hash'),
    line_number_after: lineNumber,
    line_number_before: lineNumber,
    max_hops: integerInput({ min: 0, max: MAX_HOPS }).optional(),
    earliest_authored_at: dateInput.optional(),
  })
  .refine((given) => isNamed(given, 'line_number_after') || isNamed(given, 'line_number_before'), {
    path: ['line_number_after'],
    error: 'is required, unless line_number_before is given',
    when: () => true, // also where another parameter is at fault
  })
  .refine((given) => !(isNamed(given, 'line_number_after') && isNamed(given, 'line_number_before')), {
    path: ['line_number_after'],
    error: 'must not be given beside line_number_before',
    when: () => true,
  });

const commentSchema = z
  .object({ author: z.string(), markdown_comment_body: z.string(), posted_at: timestamp })
  .nullable();

const entrySchema = z
  .object({
    authored_at: timestamp,
    authored_by_llm: z.boolean(),
    ...evidenceShape,
    author: z.object({
      avatar_url: link.nullable(),
      commits_in_repo: count,
      email: z.string(),
      full_name: z.string(),
      user_name: z.string(),
    }),
    churn: z.enum(['churn_new', 'churn_recent']).nullable(),
    code_file_path_after: z.string().nullable(),
    code_file_path_before: z.string().nullable(),
    commit_message: z.string(),
    containing_class_or_module: z.string().nullable(),
    deployed_at: timestamp.nullable(),
    documentation_for_function_if_available: z.string().nullable(),
    file_category_label: z.string().nullable(),
    line_explanation: z.string().nullable(),
    line_number_after: count.nullable(),
    line_number_before: count.nullable(),
    line_value: z.number(),
    operation_em: operationEm,
    received_code_comment: commentSchema.describe('The first review comment that this version of the line received.'),
    resolved_code_comment: commentSchema.describe(
      'The review comment that this change answered: the last on the version before it, else one on this version that the host marks as resolved.',
    ),
    scoped_function_name: z.string().nullable(),
    sha: z.string().describe('The commit that wrote this version.'),
    time_since_previous_change: z.number().nullable().describe('In seconds.'),
  })
  .meta({ id: 'LineHistoryEntry' });

export const lineHistoryRoute = ({ lineHistory, mayReadSource, resolveRepo }: CodeContext) =>
  defineRoute({
    method: 'GET',
    path: '/code_introspections/line_history',
    action: ACTION,
    summary: 'Read the history of a line',
    description:
      'Every version of a line, newest first, from any version of its file in the imported window. Shifts of its position are skipped; a move of its file counts as a hop; a moved or copied line goes on where it came from. At most `max_hops` versions are shown besides the newest, and none authored before `earliest_authored_at` (a year before the line was authored unless given).',
    role: 'member',
    costly: true,
    input: inputSchema,
    records: { field: 'line_history' },
    output: z.object({ ...envelopeShape, diff_delta_version: integer, line_history: z.array(entrySchema) }),
    async handle(given, { principal }) {
      const { entityId, repo } = await resolveRepo(principal, given.resource_path);
      const after = given.line_number_after;
      const { entries, isOlder, diffDeltaVersion } = await readLineHistory(
        lineHistory,
        {
          entityId,
          repoId: repo.id,
          sha: given.sha,
          path: given.file_path,
          parameter: after === undefined ? 'line_number_before' : 'line_number_after',
          line: after ?? given.line_number_before ?? 1,
        },
        {
          maxHops: given.max_hops ?? DEFAULT_HOPS,
          earliestAuthoredAt:
            given.earliest_authored_at === undefined ? null : Date.parse(given.earliest_authored_at) / 1000,
        },
      );
      const showsText = await mayReadSource(principal, entityId, repo);
      const shown = showsText ? entries : entries.map((entry) => ({ ...entry, ...WITHOUT_TEXT }));
      const fields = { diff_delta_version: diffDeltaVersion, line_history: shown };
      return ok(success(ACTION, describeCount(entries.length, isOlder), fields));
    },
  });

function describeCount(count: number, isOlder: boolean): string {
  const found = `${count} ${count === 1 ? 'version' : 'versions'} of the line found.`;
  return count === 0 && isOlder ? `${found} It was last written before the imported window.` : found;
}

import { defineRoute, ok } from '@linescope/chassis/http/route';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { dateInput, integerInput, stringArrayInput } from '@linescope/contract/inputs';
import { count, day } from '@linescope/contract/output-fields';
import { pagedInput, pageShape, slicePage } from '@linescope/contract/pages';
import { resourcePathInput } from '@linescope/contract/resource-path';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { createOwnershipReader } from '../lives/read-ownership.ts';
import type { ResolveQueryScope } from '../query-scope/resolve-query-scope.ts';
import { pathPrefixInput } from './code-inputs.ts';

const ACTION = 'action_code_ownership';
const maybe = z.number().nullable();

const personSchema = z
  .object({
    user_name: z.string().describe('Who wrote the lines.'),
    full_name: z.string().describe('Their name.'),
    line_count: count.describe('Living lines that they wrote.'),
    line_percent: maybe.describe('Their share of all living lines.'),
    ai_line_count: count.describe('Those with evidence of AI.'),
    file_count: count.describe('Files with lines of theirs.'),
    main_file_count: count.describe('Files of which they wrote more than half.'),
    is_present: z.boolean().describe('Whether they committed in the present_days before the day.'),
  })
  .meta({ id: 'LineOwner' });

const fileSchema = z
  .object({
    repo_path: z.string().describe('The repo.'),
    path: z.string().describe('The file, by its last name up to the day.'),
    line_count: count.describe('Living lines.'),
    ai_line_count: count.describe('Those with evidence of AI.'),
    ended_line_count: count.describe('Lines of it that were changed or deleted in the 90 days up to `as_of`.'),
    person_count: count.describe('People who wrote them.'),
    main_user_name: z.string().describe('Who wrote most of them.'),
    main_line_count: count.describe('How many that is.'),
  })
  .meta({ id: 'OwnedFile' });

export const ownershipRoute = (context: Context, resolveQueryScope: ResolveQueryScope) => {
  const readOwnership = createOwnershipReader(context, resolveQueryScope);
  return defineRoute({
    method: 'GET',
    path: '/code_introspections/ownership',
    action: ACTION,
    summary: 'Read who wrote the lines that live',
    description:
      'The lines of the default branch that live at the end of a day, by who wrote them and by file; a move or a reformat does not change who wrote a line. Blank lines, files that score nothing, and lines from before the imported window are left out. ' +
      'A file is lost without people who wrote more than half of it. The bus factor is how many people, those with most lines first, would have to leave until less than half of the lines, or of the files, is left. Lines of people whom the caller may not see are left out.',
    role: 'member',
    input: z.object({
      resource_path: resourcePathInput,
      as_of: dateInput.optional().describe('The day; today unless given.'),
      path_prefix: pathPrefixInput.default(''),
      without_user_name: stringArrayInput().optional().describe('People without whom to tell what is left.'),
      present_days: integerInput({ min: 1, max: 3660 })
        .default(90)
        .describe('Who committed in so many days before the day is present.'),
      ...pagedInput,
    }),
    records: { field: 'files' },
    output: z.object({
      ...envelopeShape,
      ...pageShape,
      as_of: day.describe('The day.'),
      is_current: z.boolean().describe('Whether all commits stored are in it; false for a moment after new ones.'),
      line_count: count.describe('Living lines.'),
      file_count: count.describe('Files with living lines.'),
      bus_factor_lines: maybe.describe('People until less than half of the lines is left; null without lines.'),
      bus_factor_files: maybe.describe('People until less than half of the files is left; null without lines.'),
      not_present_percent: maybe.describe('Lines that nobody present wrote, in percent.'),
      ai_percent: maybe.describe('Lines with evidence of AI, which nobody wrote by hand, in percent.'),
      coverage_percent: maybe.describe(
        'Lines of commits with records of their lines, in percent: of the others only what is declared is known.',
      ),
      without: z
        .object({
          user_names: z.array(z.string()).describe('The people.'),
          left_line_count: count.describe('Lines that others wrote.'),
          left_line_percent: maybe.describe('Their share of all.'),
          left_file_count: count.describe('Files of which others wrote at least half.'),
          left_file_percent: maybe.describe('Their share of all.'),
        })
        .describe('What would be left without the people named.'),
      people: z.array(personSchema).describe('Those with most lines first.'),
      files: z.array(fileSchema).describe('The files, those with most lines first.'),
    }),
    async handle(given, { principal }) {
      const { fields, files, describeFile } = await readOwnership(principal, given);
      const { items, fields: page } = slicePage(files, given, ({ lines, path, repoId }) => [-lines, path, repoId]);
      const found = `${fields.line_count} lines by ${fields.people.length} people.`;
      return ok(success(ACTION, found, { ...page, ...fields, files: items.map(describeFile) }));
    },
  });
};

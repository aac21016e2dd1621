import { defineRoute, ok } from '@linescope/chassis/http/route';
import { checkTogether } from '@linescope/contract/check-together';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { dateInput, integerInput, stringArrayInput, stringInput } from '@linescope/contract/inputs';
import { count, timestamp } from '@linescope/contract/output-fields';
import { pagedInput, pageShape, slicePage } from '@linescope/contract/pages';
import { resourcePathInput } from '@linescope/contract/resource-path';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { createOriginsReader } from '../origins/read-origins.ts';
import { rangeFaults } from '../query-scope/day-range.ts';
import type { ResolveQueryScope } from '../query-scope/resolve-query-scope.ts';

const ACTION = 'action_defect_origins';

const originSchema = z
  .object({
    repo_path: z.string().describe('The repo of the commit.'),
    sha: z.string().describe('The commit that wrote the lines.'),
    fix_sha: z.string().describe('The fix that changed or deleted them.'),
    user_name: z.string().describe('Who wrote them.'),
    authored_at: timestamp.describe('When they were written.'),
    age_days: count.describe('Whole days from the writing to the fix.'),
    line_count: count.describe('Lines of this commit that the fix changed or deleted.'),
    ai_line_count: count.describe('Those with evidence of AI.'),
    has_line_records: z.boolean().describe('Whether a record tells who wrote which line of the commit.'),
    evidence: z
      .array(
        z.object({
          evidence_tier_em: z
            .enum(['recorded', 'declared', 'probable', 'unknown'])
            .describe('What is known of who wrote the lines; unknown is not hand-written.'),
          ai_tool: z.string().nullable().describe('The assistant, where it is told.'),
          ai_model: z.string().nullable().describe('Its model, where it is told.'),
          line_count: count.describe('Lines.'),
        }),
      )
      .describe('The lines by their evidence.'),
    release: z
      .object({ name: z.string().describe('Its name.'), released_at: timestamp.describe('When it was released.') })
      .nullable()
      .describe('The release that shipped the commit; null where it is not known.'),
    reviewers: z.array(z.string()).describe('Who reviewed the pull request of the commit.'),
  })
  .meta({ id: 'DefectOrigin' });

const defectSchema = z
  .object({
    defect_key: z.string().describe('The key of the defect.'),
    detected_at: timestamp.describe('When it was detected.'),
    fixes: z
      .array(z.object({ repo_path: z.string().describe('The repo.'), sha: z.string().describe('The commit.') }))
      .describe('Its fix commits, as far as they are known.'),
    line_count: count.describe('Lines of code that they changed or deleted and whose writers the caller may see.'),
    ai_line_count: count.describe('Those with evidence of AI.'),
    origins: z.array(originSchema).describe('The commits that wrote these lines, those with most lines first.'),
  })
  .meta({ id: 'DefectWithOrigins' });

const partSchema = z
  .object({
    name: z.string().describe('The tool, team or age.'),
    line_count: count.describe('Lines changed or deleted by fixes.'),
    commit_count: count.describe('The commits that wrote them.'),
    defect_count: count.describe('The defects whose fixes these were.'),
  })
  .meta({ id: 'OriginPart' });

export const defectOriginsRoute = (context: Context, resolveQueryScope: ResolveQueryScope) => {
  const readOrigins = createOriginsReader(context, resolveQueryScope);
  return defineRoute({
    method: 'GET',
    path: '/defect_origins',
    action: ACTION,
    summary: 'List what wrote the lines that fixes of defects changed',
    description:
      'For each defect the lines that its fix commits changed or deleted, and the commits that wrote them, as blame finds them: who, with which evidence of AI, in which release, reviewed by whom, and how old they were. Comments, white space, moves, pure renames and files that score nothing are left out. ' +
      'The segments about origins of defects read the same lines. A fix that only adds lines has no origin here. Lines of people whom the caller may not see are left out; unmarked lines need not be hand-written.',
    role: 'member',
    costly: true,
    input: checkTogether(
      z.object({
        resource_path: resourcePathInput,
        defect_key: stringInput({ max: 500 }).optional().describe('One defect, whenever it was detected.'),
        days_ago: integerInput({ min: 0, max: 36_500 })
          .optional()
          .describe('Defects detected in the days that end today; 90 unless a range is given.'),
        start_date: dateInput.optional().describe('The first day of detection.'),
        end_date: dateInput.optional().describe('The last day of detection.'),
        team_slug: stringInput({ max: 200 })
          .optional()
          .describe('Lines that members of this team wrote while they were in it.'),
        committer_identifier: stringInput({ max: 500 }).optional().describe('Lines of this person.'),
        committer_user_name: stringArrayInput().optional().describe('Lines of these people.'),
        ...pagedInput,
      }),
      (sound) => (sound.defect_key === undefined ? rangeFaults(sound, context.now()) : []),
    ),
    records: { field: 'defects' },
    output: z.object({
      ...envelopeShape,
      ...pageShape,
      totals: z
        .object({
          defect_count: count.describe('Defects of the scope and range.'),
          defect_with_origins_count: count.describe('Those whose fixes changed or deleted lines of known writers.'),
          defect_with_ai_count: count.describe('Those of which a line had evidence of AI.'),
          line_count: count.describe('Lines changed or deleted.'),
          ai_line_count: count.describe('Those with evidence of AI.'),
          coverage_percent: z
            .number()
            .nullable()
            .describe('Lines of commits with records of their lines, in percent; null without lines.'),
          by_tool: z.array(partSchema).describe('By AI tool; `unmarked` without evidence, `not_told` without a name.'),
          by_team: z.array(partSchema).describe('By team of the writer; somebody in several teams counts in each.'),
          by_age: z
            .array(partSchema)
            .describe('By age of the lines: under_2_weeks, under_1_month, under_1_year, over_1_year.'),
        })
        .describe('Of all defects of the list.'),
      defects: z.array(defectSchema).describe('The defects, newest first by the time detected.'),
    }),
    async handle(given, { principal }) {
      const { defects, totals, describe } = await readOrigins(principal, given);
      const { items, fields: page } = slicePage(defects, given, ({ defect_id: id, detected }) => [-detected, -id]);
      const fields = { ...page, totals, defects: await describe(items) };
      return ok(success(ACTION, `${defects.length} ${defects.length === 1 ? 'defect' : 'defects'} found.`, fields));
    },
  });
};

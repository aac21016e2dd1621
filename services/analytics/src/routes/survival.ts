import { defineRoute, ok } from '@linescope/chassis/http/route';
import { checkTogether } from '@linescope/contract/check-together';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { dateInput, integerInput, stringArrayInput, stringInput } from '@linescope/contract/inputs';
import { count } from '@linescope/contract/output-fields';
import { resourcePathInput } from '@linescope/contract/resource-path';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { LIFE_GROUPS } from '../lives/life-groups.ts';
import { createSurvivalReader } from '../lives/read-survival.ts';
import { rangeFaults } from '../query-scope/day-range.ts';
import type { ResolveQueryScope } from '../query-scope/resolve-query-scope.ts';

const ACTION = 'action_code_survival';

const number = z.number();
const maybe = number.nullable();

const pointSchema = z.object({
  age_days: count.describe('Days since the line was written, by UTC days.'),
  survival: number.describe('The share of lines that live longer than that, from 0 to 1.'),
  lower: maybe.describe(
    'The lower end of a band of 95 %, with the lines of a commit taken together; null where none lives.',
  ),
  upper: maybe.describe('The upper end of that band.'),
  at_risk: number.describe('Lines that were alive and under observation just before this age.'),
  standard_error: number.describe('Of the share, with the lines of a commit taken together.'),
  unclustered_standard_error: number.describe('Of the share, as if each line were an observation of its own.'),
});

const groupSchema = z
  .object({
    group: z.string().describe('The key of the group: a word, or the id of a repo, team or person.'),
    name: z.string().describe('What the group is called.'),
    line_count: count.describe('Lines written.'),
    ended_line_count: count.describe('Those that were changed or deleted since.'),
    living_line_count: count.describe('Those that live at the newest commit read.'),
    commit_count: count.describe('The commits that wrote them.'),
    median_days: maybe.describe('The age by which half of the lines have ended; null while more than half live.'),
    median_lower_days: maybe.describe('The lower end of its band of 95 %.'),
    median_upper_days: maybe.describe('The upper end of that band.'),
    restricted_to_days: count.describe(
      'The days that the restricted mean looks at: max_age_days, or as far as lines were observed.',
    ),
    restricted_mean_days: maybe.describe('How many of these days a line lives on average: the area under the curve.'),
    restricted_mean_lower_days: maybe.describe('The lower end of its band of 95 %.'),
    restricted_mean_upper_days: maybe.describe('The upper end of that band.'),
    points: z.array(pointSchema).describe('The curve: a point for each age at which lines ended, up to max_age_days.'),
  })
  .meta({ id: 'SurvivalGroup' });

const testSchema = z
  .object({
    chi_square: number.describe('Of the log-rank test, with the lines of a commit taken together.'),
    degrees_of_freedom: count.describe('Groups less one.'),
    p_value: number.describe('How likely a difference as large would be if the groups lived alike.'),
    unclustered_chi_square: maybe.describe('As if each line were an observation of its own.'),
    unclustered_p_value: maybe.describe('The same for that test.'),
  })
  .meta({ id: 'LogRankTest' });

const meanSchema = z
  .object({
    restricted_to_days: count.describe('The days that both means look at.'),
    restricted_mean_days: number.describe('Of the group.'),
    against_restricted_mean_days: number.describe('Of the group it is compared with.'),
    difference_days: number.describe('How many days longer a line of the group lives on average.'),
    difference_lower_days: number.describe('The lower end of a band of 95 %.'),
    difference_upper_days: number.describe('The upper end of that band.'),
  })
  .meta({ id: 'SurvivalDifference' });

const comparisonSchema = z
  .object({
    group: z.string().describe('The group that is compared: AI lines.'),
    against: z
      .string()
      .describe(
        '`unmarked`: lines without evidence of AI, which need not be hand-written; `hand_written`: lines of which a record says so.',
      ),
    naive: z
      .object({
        log_rank: testSchema.nullable().describe('Whether the two live alike.'),
        mean: meanSchema.nullable().describe('How much longer one lives; null where a group was observed for no day.'),
      })
      .describe('As the groups are, whatever else they differ in.'),
    like_with_like: z
      .object({
        stratum_count: count.describe(
          'Combinations of repo, file category, commit size and month that have lines of both.',
        ),
        line_count: count.describe('Lines of the group in these.'),
        against_line_count: count.describe('Lines of the other in these.'),
        left_out_line_count: count.describe('Lines of the group that have none to be compared with.'),
        left_out_against_line_count: count.describe('Lines of the other that have none to be compared with.'),
        log_rank: testSchema.nullable().describe('The test stratified by these combinations.'),
        mean: meanSchema.nullable().describe('The other’s lines weighted to the mixture of the group’s.'),
      })
      .nullable()
      .describe(
        'Lines of the same repo, file category, commit size and month only; null where no combination has both.',
      ),
  })
  .meta({ id: 'SurvivalComparison' });

/** A point as a row of a table. */
const pointRow = z.object({ group: z.string(), name: z.string(), ...pointSchema.shape });
const answerGroups = z.object({ groups: z.array(groupSchema) });
const pointRows = (answer: unknown): z.output<typeof pointRow>[] =>
  answerGroups
    .parse(answer)
    .groups.flatMap(({ group, name, points }) => points.map((point) => ({ group, name, ...point })));

export const survivalRoute = (context: Context, resolveQueryScope: ResolveQueryScope) => {
  const readSurvival = createSurvivalReader(context, resolveQueryScope);
  return defineRoute({
    method: 'GET',
    path: '/code_introspections/survival',
    action: ACTION,
    summary: 'Read how long lines live',
    description:
      'Kaplan–Meier curves of lines on the default branch. A line begins when it is added or changed and ends when it is changed or deleted; a move or a reformat is neither. Lines that live are observed up to the day of the newest commit read. Ages are in UTC days of authored time. Blank lines and files that do not score are left out. ' +
      'The lines of a commit are written, and often end, together: standard errors, bands and tests take them together (the infinitesimal jackknife summed up by commit, as R’s survfit(cluster = commit); the robust score test for log-rank), so that one huge commit counts as one observation and not as a thousand. ' +
      'AI lines are those with recorded or declared evidence. They are compared with unmarked lines, which need not be hand-written, and with hand-written ones only where records of lines exist; coverage_percent says how much is known. ' +
      'A comparison stands beside one of like with like: within the same repo, file category, commit size (up to 10, 50, 200, 1,000 lines, more) and month.',
    role: 'member',
    costly: true,
    input: checkTogether(
      z.object({
        resource_path: resourcePathInput,
        group_by: z.enum(LIFE_GROUPS).default('none').describe('A curve for each of these.'),
        max_age_days: integerInput({ min: 1, max: 36_500 }).default(365).describe('The age at which curves end.'),
        days_ago: integerInput({ min: 0, max: 36_500 })
          .optional()
          .describe('Lines written in the days that end today; all unless a range is given.'),
        start_date: dateInput.optional().describe('The first day on which lines were written.'),
        end_date: dateInput.optional().describe('The last day.'),
        team_slug: stringInput({ max: 200 })
          .optional()
          .describe('Lines that members of this team wrote while they were in it.'),
        committer_identifier: stringInput({ max: 500 }).optional().describe('Lines of this person.'),
        committer_user_name: stringArrayInput().optional().describe('Lines of these people.'),
      }),
      (sound) => rangeFaults(sound, context.now()),
    ),
    output: z.object({
      ...envelopeShape,
      group_by: z.enum(LIFE_GROUPS).describe('As asked.'),
      max_age_days: count.describe('As asked.'),
      is_current: z.boolean().describe('Whether all commits stored are in it; false for a moment after new ones.'),
      coverage_percent: z
        .object({
          lines_with_records: maybe.describe(
            'Lines of commits with records of their lines, in percent; null without lines.',
          ),
          people_with_telemetry: maybe.describe(
            'People with AI usage reported in the range, in percent of those who wrote lines.',
          ),
        })
        .describe('How much is known of what AI wrote.'),
      groups: z
        .array(groupSchema)
        .describe('Those with most lines first; from the twentieth on they are one group, `others`.'),
      log_rank: testSchema.nullable().describe('Whether all groups live alike; null for fewer than two.'),
      comparisons: z
        .array(comparisonSchema)
        .describe('Of AI lines, for group_by=ai, ai_tool and ai_model as far as the groups are there.'),
    }),
    table: { row: pointRow, rows: pointRows },
    async handle(given, { principal }) {
      const { isCurrent, coverage, groups, logRank, comparisons } = await readSurvival(principal, given);
      const lines = groups.reduce((sum, group) => sum + group.line_count, 0);
      const fields = {
        group_by: given.group_by,
        max_age_days: given.max_age_days,
        is_current: isCurrent,
        coverage_percent: coverage,
        groups,
        log_rank: logRank,
        comparisons,
      };
      return ok(
        success(
          ACTION,
          `${lines} ${lines === 1 ? 'line' : 'lines'} in ${groups.length} ${groups.length === 1 ? 'group' : 'groups'}.`,
          fields,
        ),
      );
    },
  });
};

import { type Answered, TEST_PRINCIPAL } from '@linescope/test-kit/test-service';
import { z } from 'zod';
import type { Series } from './model/series.ts';
import type { Asked } from './report-queries.ts';
import type { Services } from './start-services.ts';
import type { Caller, World } from './world.ts';

const reportSchema = z.object({
  aggregated_by: z.string(),
  interval_em: z.string(),
  value_precision: z.number(),
  series_segments: z.record(
    z.string(),
    z.array(z.object({ url: z.string(), x: z.string(), y: z.number().nullable() })),
  ),
});
export type Report = z.infer<typeof reportSchema>;

export const principalOf = ({ entityId, slug }: World, { userId, role }: Caller) => ({
  ...TEST_PRINCIPAL,
  entityId,
  entitySlug: slug,
  userId,
  role,
});

/** Every interval of the range is answered unless it says otherwise, so that a value's place says which interval it is of. */
const parametersOf = (asked: Asked): URLSearchParams => {
  const { query } = asked;
  return new URLSearchParams({
    segment_by: asked.segment,
    resource_path: query.resourcePath,
    start_date: query.startDate,
    end_date: query.endDate,
    fill_all_dates: String(!asked.narrowed),
    ...(asked.aggregation === 'default' ? {} : { aggregate_by: asked.aggregation }),
    ...(asked.suppressed ? { suppress_aggregation: 'true' } : {}),
    ...(query.teamSlug === undefined ? {} : { team_slug: query.teamSlug }),
    ...(query.userName === undefined ? {} : { committer_user_name: query.userName }),
  });
};

export async function askReport({ analytics }: Services, world: World, asked: Asked): Promise<Report> {
  const as = principalOf(world, asked.query.caller);
  const answer: Answered = await analytics.call('GET', `/reports?${parametersOf(asked)}`, { as });
  if (answer.status !== 200)
    throw new Error(`${describeAsked(world, asked)}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return reportSchema.parse(answer.body);
}

/** Enough to ask again by hand. */
export const describeAsked = (world: World, asked: Asked): string =>
  `seed ${world.seed}, as ${asked.query.caller.role} ${asked.query.caller.userId}: ${decodeURIComponent(parametersOf(asked).toString())}`;

export const valuesOf = ({ series_segments }: Report): Series =>
  new Map(Object.entries(series_segments).map(([name, points]) => [name, points.map(({ y }) => y)]));

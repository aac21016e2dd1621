import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';
import { FIGURE_GROUPS } from '../domain/usage-precedence.ts';
import type { SegmentParams } from '../segments/params.ts';
import { during, isPerson, OF_ENTITY } from '../segments/segment-view.ts';
import { COUNTS_SOMETHING, countedUsage } from '../segments/views/counted-usage.ts';
import { bindTemplate, template } from '../store/sql.ts';

const figures = Object.entries(FIGURE_GROUPS)
  .map(([group, names]) => `if(sum(${names.join(' + ')}) > 0, ['${group}'], [])`)
  .join(', ');

const SOURCES = template`SELECT provider, source, toString(max(date)) AS last, arrayConcat(${figures}) AS figures
  FROM ${countedUsage(during('date'))}
  WHERE ${OF_ENTITY} AND ${COUNTS_SOMETHING} AND (committer_id = 0 OR ${isPerson('committer_id')})
  GROUP BY provider, source ORDER BY provider, source`;

const sourceRow = z.object({
  provider: z.string(),
  source: z.string(),
  last: z.string().nullable(),
  figures: z.array(z.string()),
});

/** Which sources usage of a range counts from, and for which figures. */
export const readUsageSources = (
  clickHouse: ClickHouse,
  params: Pick<SegmentParams, 'entity_id' | 'from_ms' | 'until_ms' | 'people' | 'merged' | 'merged_into'>,
): Promise<z.output<typeof sourceRow>[]> =>
  clickHouse.query({ name: 'usage_sources', ...bindTemplate(SOURCES, params), row: sourceRow });

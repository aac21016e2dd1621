import { expect, test } from 'vitest';
import { neighbourhood } from '../testing/golden-history.ts';
import { SEGMENT_COUNT } from '../testing/segment-count.ts';
import { startAnalytics } from '../testing/start-analytics.ts';

const service = await startAnalytics(neighbourhood());

test('200: a segment is described by name', async () => {
  const { status, body } = await service.call('GET', '/segment_introspections?segment_em=churn_line_percent');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    segment_em: 'churn_line_percent',
    unit: 'percent',
    value_precision: 1,
    interval_ems: ['daily', 'weekly', 'monthly'],
    aggregation_options: ['none', 'ai_cohort', 'committer', 'repo', 'repo_path', 'team'],
    facts: ['commits'],
    formula: "100 * (sum(churn_lines) of commits) / nullIf(sum(lines_added + lines_by_operation['chg']) of commits, 0)",
    additive: false,
    empty_value: null,
  });
});

test('200: all segments are described together', async () => {
  const { status, body } = await service.call('GET', '/segment_introspections');
  expect([status, body.segments.length]).toEqual([200, SEGMENT_COUNT]);
});

test('200: definitions are read by a spreadsheet, one or all', async () => {
  const read = async (query: string): Promise<string[]> => {
    const { status, body } = await service.call('GET', `/segment_introspections?format=csv${query}`);
    expect(status).toBe(200);
    return String(body).trimEnd().split('\r\n');
  };
  const [header, ...rows] = await read('&segment_em=churn_line_percent');
  expect(header).toMatch(/^segment_em,title,description,unit,/);
  expect(rows).toEqual([expect.stringMatching(/^churn_line_percent,.*,daily; weekly; monthly,/)]);
  expect(await read('')).toHaveLength(1 + SEGMENT_COUNT);
});

test('400: a segment that does not exist', async () => {
  const { status, body } = await service.call('GET', '/segment_introspections?segment_em=x');
  expect([status, body.errors[0].param]).toEqual([400, 'segment_em']);
});

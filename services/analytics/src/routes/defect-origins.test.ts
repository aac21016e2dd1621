import { lineChangesTable } from '@linescope/facts/git-tables';
import { tamperedCursors } from '@linescope/test-kit/tampered-cursors';
import { expect, test } from 'vitest';
import { at, insertRows, lineRow, sha } from '../testing/fact-rows.ts';
import { insertGoldenDelivery } from '../testing/golden-delivery.ts';
import { HISTORY_RANGE, insertGoldenHistory, neighbourhood } from '../testing/golden-history.ts';
import { startAnalytics } from '../testing/start-analytics.ts';

const service = await startAnalytics(neighbourhood());
const { clickHouse } = service.context;
await insertGoldenHistory(clickHouse);
await insertGoldenDelivery(clickHouse);
// The line of c3 that c5 changed, with what is known of who wrote it; and what c5 did besides, which is no origin.
const c5 = {
  sha: sha('c5'),
  committer_id: 3,
  authored_at: at('2026-03-09T15:00:00Z'),
  path: 'b.ts',
  path_before: 'b.ts',
};
const ofC3 = {
  origin_sha: sha('c3'),
  origin_path: 'a.ts',
  origin_line: 9,
  origin_authored_at: at('2026-03-03T10:00:00Z'),
};
await insertRows(clickHouse, lineChangesTable, [
  lineRow({ ...c5, hunk_line: 1, ...ofC3 }),
  lineRow({ ...c5, hunk_line: 2, ...ofC3, kind: 'comment' }),
  lineRow({ ...c5, hunk_line: 3, ...ofC3, operation: 'move' }),
  lineRow({ ...c5, hunk_line: 4, ...ofC3, operation: 'noop' }),
  lineRow({ ...c5, hunk_line: 5, ...ofC3, scored: false }),
  lineRow({
    sha: sha('c3'),
    committer_id: 3,
    authored_at: at('2026-03-03T10:00:00Z'),
    operation: 'add',
    line_before: null,
    line_after: 9,
    hunk_line: 9,
    evidence_tier: 'probable',
    ai_tool: 'Copilot',
  }),
]);
const origins = (query: string, options?: Parameters<typeof service.call>[2]) =>
  service.call('GET', `/defect_origins?resource_path=acme&${query}`, options);

test('200: a defect names the commits that wrote what its fix changed, who, in which release, reviewed by whom', async () => {
  const { status, body } = await origins('defect_key=D-1');
  expect([status, body.action_em, body.total_count]).toEqual([200, 'action_defect_origins', 1]);
  const [defect] = body.defects;
  expect(defect).toMatchObject({
    defect_key: 'D-1',
    detected_at: '2026-03-06T10:00:00Z',
    fixes: [{ repo_path: 'web/app', sha: sha('c5') }],
    line_count: 4,
    ai_line_count: 2,
  });
  expect(defect.origins).toMatchObject([
    {
      sha: sha('c1'),
      user_name: 'ann',
      age_days: 7,
      line_count: 2,
      ai_line_count: 2,
      evidence: [{ evidence_tier_em: 'declared', ai_tool: null, line_count: 2 }],
      release: { released_at: '2026-03-05T12:00:00Z' },
      reviewers: ['bob', 'cat'],
    },
    { sha: sha('c3'), user_name: 'bob', age_days: 6, line_count: 2, ai_line_count: 0, reviewers: [] },
  ]);
  expect(defect.origins[1].evidence).toEqual(
    expect.arrayContaining([{ evidence_tier_em: 'probable', ai_tool: 'Copilot', ai_model: null, line_count: 1 }]),
  );
});

test('200: totals by tool, team and age are of all defects of the range, and are what the segments count', async () => {
  const { body } = await origins(HISTORY_RANGE);
  expect(body.defects.map(({ defect_key: key }: { defect_key: string }) => key)).toEqual(['D-2', 'D-1', 'D-3']);
  expect(body.totals).toMatchObject({
    defect_count: 3,
    defect_with_origins_count: 1,
    defect_with_ai_count: 1,
    line_count: 4,
    ai_line_count: 2,
    // c1, which wrote two of the four, has records of its lines.
    coverage_percent: 50,
    by_tool: [
      { name: 'not_told', line_count: 2, commit_count: 1, defect_count: 1 },
      { name: 'unmarked', line_count: 2 },
    ],
    by_team: [{ name: 'Core', line_count: 4 }],
    by_age: [{ name: 'under_2_weeks', line_count: 4 }],
  });
  const { body: report } = await service.report(
    `${HISTORY_RANGE}&segment_by=ai_defect_line_triaged_count&aggregate_by=none`,
  );
  const points: { y: number }[] = report.series_segments.All;
  expect(points.reduce((sum, { y }) => sum + y, 0)).toBe(body.totals.ai_line_count);
});

test('200: a member sees of the origins just their own lines, a page at a time', async () => {
  const { body } = await origins(`${HISTORY_RANGE}&per_page=1&page=2`, service.as(11, 'member'));
  expect([body.total_count, body.page_count, body.totals.line_count]).toEqual([3, 3, 2]);
  expect(body.defects).toMatchObject([{ defect_key: 'D-1', line_count: 2, origins: [{ sha: sha('c1') }] }]);
});

test('200: by cursor the next page begins behind the last defect of the one before', async () => {
  const first = (await origins(`${HISTORY_RANGE}&per_page=2`)).body;
  const next = (await origins(`cursor=${first.next_cursor}`)).body;
  expect([next.defects, next.next_cursor]).toMatchObject([[{ defect_key: 'D-3' }], null]);
  const parameters = { resource_path: 'acme', ...Object.fromEntries(new URLSearchParams(HISTORY_RANGE)) };
  for (const cursor of tamperedCursors('/defect_origins', parameters))
    expect((await origins(`cursor=${cursor}`)).body.errors?.[0].param).toBe('cursor');
});

test('200: of a team, the lines that its members wrote', async () => {
  const { body } = await origins('defect_key=D-1&team_slug=edge');
  expect([body.total_count, body.totals.line_count]).toEqual([1, 0]);
});

test('404: a key of no defect, and another entity', async () => {
  expect((await origins('defect_key=D-99')).status).toBe(404);
  expect((await service.call('GET', '/defect_origins?resource_path=other')).status).toBe(404);
});

test('400: a range that ends before it begins', async () => {
  expect((await origins('start_date=2026-03-02&end_date=2026-03-01')).status).toBe(400);
});

import { expect, test } from 'vitest';
import { insertGoldenDelivery } from '../testing/golden-delivery.ts';
import { HISTORY_RANGE, insertGoldenHistory, neighbourhood } from '../testing/golden-history.ts';
import { startAnalytics } from '../testing/start-analytics.ts';

const neighbours = neighbourhood();
const inApi = { repoPaths: [], workedRepoPaths: ['web/api'] };
neighbours.teams.push({ id: 2, slug: 'works-in-api', name: 'Works in api', committerIds: [3, 4], ...inApi });
const service = await startAnalytics(neighbours);
await insertGoldenHistory(service.context.clickHouse);
await insertGoldenDelivery(service.context.clickHouse);

async function total(segment: string, team: string): Promise<number> {
  const { body } = await service.report(
    `${HISTORY_RANGE}&segment_by=${segment}&team_slug=${team}&suppress_aggregation=true`,
  );
  const series: { y: number | null }[][] = Object.values(body.series_segments);
  return series.flat().reduce((sum, { y }) => sum + (y ?? 0), 0);
}

test('releases of a team without repos of its own are those of the repos that it works in', async () => {
  expect(await total('release_count', 'core')).toBe(3);
  expect(await total('release_count', 'works-in-api')).toBe(1);
  const audit = '/audits?resource_path=acme&resource_type=releases&team_slug=works-in-api';
  const { body } = await service.call('GET', audit);
  expect(body.releases.map((release: { repo_path: string }) => release.repo_path)).toEqual(['web/api']);
});

test('what its people do counts wherever they do it', async () => {
  expect(await total('commit_count', 'works-in-api')).toBe(await total('commit_count', 'edge'));
});

/**
 * The demo as a visitor gets it: a start, a wait, a report of everything. It takes minutes, so it runs where LINESCOPE_DEMO=1.
 */
import { join } from 'node:path';
import { SEGMENT_COUNT } from '@linescope/analytics/testing/segment-count';
import { checkSegments } from '@linescope/one-machine/demo/check-segments';
import { readDemoPlan } from '@linescope/one-machine/demo/demo-plan';
import { readDemoRecord } from '@linescope/one-machine/demo/demo-record';
import { makeRepos } from '@linescope/one-machine/demo/make-repos';
import { callApi } from '@linescope/one-machine/imports/call-api';
import { queueImport } from '@linescope/one-machine/imports/queue-repository';
import { filesIn } from '@linescope/one-machine/settings';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type TestStack, testDataDir, testStack } from '../support/test-stack.ts';

const PATIENCE = { timeout: 400_000, interval: 500 };

const reportSchema = z.object({
  series_segments: z.record(z.string(), z.array(z.object({ y: z.number().nullable() }))),
});
const pageSchema = z.object({ total_count: z.number() });
const importsSchema = z.object({
  repos: z.array(z.object({ repo_path: z.string(), import_status: z.string() })),
});
const developersSchema = z.object({
  committers: z.array(
    z.object({
      committer_user_name: z.string(),
      git_provider_id: z.string().nullable(),
    }),
  ),
});

const askOf = (stack: TestStack) => (path: string, query: Record<string, string>) =>
  callApi(`${stack.ready().base_url}/api/v1/${path}?${new URLSearchParams(query)}`, stack.ready().api_token);

async function totals(stack: TestStack, query: Record<string, string>): Promise<Record<string, number>> {
  const answer = await askOf(stack)('reports', {
    resource_path: 'demo',
    days_ago: '360',
    interval_em: 'monthly',
    ...query,
  });
  const { series_segments: series } = reportSchema.parse(answer);
  return Object.fromEntries(
    Object.entries(series).map(([name, points]) => [name, points.reduce((sum, { y }) => sum + (y ?? 0), 0)]),
  );
}
const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

describe.runIf(process.env['LINESCOPE_DEMO'] === '1')('the demo', () => {
  const dataDir = testDataDir();
  let stack: TestStack;

  test('that is stopped in the middle is completed by the next start, and no segment is empty', async () => {
    const first = await testStack(dataDir, { DEMO: 'true', IMPORT_OWN_HISTORY: 'false' });
    await vi.waitFor(() => expect(first.output()).toContain('demo: importing its repos'), PATIENCE);
    first.interrupt();
    expect(await first.ended).toBe(0);
    expect(readDemoRecord(filesIn(dataDir).demo)).toMatchObject({ finished_at: null });

    stack = await testStack(dataDir, { DEMO: 'true', IMPORT_OWN_HISTORY: 'false' });
    await vi.waitFor(() => expect(stack.output()).toContain('the demo organization is complete'), PATIENCE);
    expect(stack.output()).not.toContain('demo: making the organization');
    const checked = await checkSegments(askOf(stack), 'demo');
    expect(checked).toHaveLength(SEGMENT_COUNT);
    expect(checked.filter(({ filled }) => !filled)).toEqual([]);
  }, 900_000);

  test('costs for AI in its repos, each asked alone, and in no repo what it costs in all', async () => {
    const cost = { segment_by: 'ai_cost_cents' };
    const { All: whole = 0 } = await totals(stack, { ...cost, aggregate_by: 'none' });
    const { 'No repo': nowhere = 0, ...byRepo } = await totals(stack, { ...cost, aggregate_by: 'repo_path' });
    const alone = await Promise.all(
      Object.keys(byRepo).map(async (path) =>
        sum(Object.values(await totals(stack, { ...cost, aggregate_by: 'none', resource_path: `demo/${path}` }))),
      ),
    );
    expect(alone).toHaveLength(4);
    expect(alone).toEqual(Object.values(byRepo));
    // Each of up to 13 months and 6 series is rounded to a cent.
    expect(Math.abs(sum(alone) + nowhere - whole)).toBeLessThan((13 * 6) / 2);
    expect(whole).toBeGreaterThan(1_000);
    expect(new Set(alone).size).toBe(4);
  });

  test('has as many commits in the series of its default report as there are', async () => {
    const commits = { segment_by: 'commit_count' };
    const { All: whole = 0 } = await totals(stack, { ...commits, aggregate_by: 'none' });
    expect(sum(Object.values(await totals(stack, commits)))).toBe(whole);
    const records = {
      resource_path: 'demo',
      resource_type: 'commits',
      ...commits,
      aggregate_by: 'none',
      days_ago: '360',
    };
    expect(pageSchema.parse(await askOf(stack)('report_records', records)).total_count).toBe(whole);
  });

  test('has one committer for each person in a repo that is imported alone', async () => {
    const alone = await testStack(testDataDir(), { IMPORT_OWN_HISTORY: 'false' });
    const folder = filesIn(alone.dataDir).of('code-host');
    await makeRepos(folder);
    const [path = ''] = readDemoPlan(join(folder, 'demo-plan.json')).repo_paths;
    const entity = { resource_path: alone.ready().entity_slug ?? '' };
    await queueImport(alone.ready(), path, 'all');
    await vi.waitFor(async () => {
      const { repos } = importsSchema.parse(await askOf(alone)('imports', entity));
      expect(repos).toContainEqual({ repo_path: path, import_status: 'processing_completed' });
    }, PATIENCE);
    const { committers } = developersSchema.parse(await askOf(alone)('developers', { ...entity, per_page: '1000' }));
    expect(committers.length).toBeGreaterThan(5);
    // Who has an account is known by it: nobody is left who is another by their commits than by their reviews.
    expect(committers.filter((person) => person.git_provider_id === null)).toEqual([]);
    expect(new Set(committers.map((person) => person.git_provider_id)).size).toBe(committers.length);
  }, 600_000);
});

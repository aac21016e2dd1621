/**
 * What must add up in reports on an imported history, with git as the referee of what there is to count. LINESCOPE_HISTORIES names
 * git folders of the reader's choice, separated by colons, on which the same is asked.
 */
import { DAY_MS } from '@linescope/contract/days';
import { makeRepository, type PlannedCommit } from '@linescope/git-engine/referee/made-up-history';
import { randomHistory } from '@linescope/git-engine/referee/random-history';
import { eventually } from '@linescope/test-kit/eventually';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { busyHistory } from '../support/busy-history.ts';
import type { Caller } from '../support/call-api.ts';
import { countCommits } from '../support/git-referee.ts';
import { type Stack, startStack } from '../support/start-stack.ts';

const AUTHORS = ['Ann <ann@example.com>', 'Bob <bob@example.com>', 'Cat <cat@example.com>'];
const chosen = (process.env['LINESCOPE_HISTORIES'] ?? '').split(':').filter((folder) => folder !== '');

/** A dense history of three people, at whose end one commit is applied again on another branch, and both are merged. */
function historyWithCherryPick(): PlannedCommit[] {
  const plan = randomHistory(7, 120).map((commit, index) => ({ ...commit, author: AUTHORS[index % 3] ?? '' }));
  const last = plan.length - 1;
  const tree = plan[last]?.tree ?? new Map();
  const picked = new Map([...tree, ['src/picked.js', 'export const picked = 1;\nexport const again = 2;\n']]);
  const other = new Map([...tree, ['src/other.js', 'export const other = 3;\n']]);
  const both = new Map([...picked, ...other]);
  const at = Date.UTC(2024, 4, 6, 12) / 1000;
  const pick = { author: AUTHORS[0] ?? '', authoredAt: at, message: 'Add picked' };
  return [
    ...plan,
    { ...pick, parents: [last], tree: picked },
    { parents: [last], tree: other, author: AUTHORS[1] ?? '', authoredAt: at + 60 },
    { ...pick, parents: [last + 2], tree: both, committedAt: at + 120 },
    { parents: [last + 3, last + 1], tree: both, author: AUTHORS[1] ?? '', authoredAt: at + 180 },
  ];
}

interface History {
  name: string;
  slug: string;
  gitDirs(): Promise<string[]>;
}

const histories: History[] = [
  {
    name: 'two made-up repos',
    slug: 'made-up',
    gitDirs: async () => {
      const repos = await Promise.all([historyWithCherryPick(), busyHistory(40)].map((plan) => makeRepository(plan)));
      for (const repo of repos) removeAfterFile(repo.remove);
      return repos.map(({ gitDir }) => gitDir);
    },
  },
  ...chosen.map((gitDir, index) => ({ name: gitDir, slug: `history-${index}`, gitDirs: async () => [gitDir] })),
];

const Report = z.object({
  interval_em: z.string(),
  series_segments: z.record(z.string(), z.array(z.object({ x: z.string(), y: z.number().nullable() }))),
});
const Segments = z.object({
  segments: z.array(
    z.object({
      segment_em: z.string(),
      unit: z.string(),
      additive: z.boolean(),
      facts: z.array(z.string()),
      aggregation_options: z.array(z.string()),
    }),
  ),
});

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorker();
}, 180_000);

describe.each(histories)('on $name', ({ slug, gitDirs }) => {
  let api: Caller;
  let folders: string[];

  beforeAll(async () => {
    folders = await gitDirs();
    const tenant = await stack.tenant(slug);
    await stack.connect(tenant);
    api = stack.callerOf(tenant);
    for (const [index, gitDir] of folders.entries()) {
      await stack.codeHost.addRepository({ org: slug, name: `repo-${index}`, gitDir });
      await api.post('/imports', { resource_path: slug, repo_path: `${slug}/repo-${index}`, window: 'all' });
    }
    await eventually(async () => {
      const { repos } = (await api.get('/imports', { resource_path: slug })).body;
      const states = repos
        .filter((repo: { repo_path: string }) => repo.repo_path.startsWith(`${slug}/repo-`))
        .map((repo: { import_status: string }) => repo.import_status);
      expect(states).toEqual(folders.map(() => 'processing_completed'));
      return true;
    }, 600_000);
  }, 900_000);

  const EVER = { start_date: '1970-01-01', end_date: '2199-12-31' };

  async function ask(segment: string, query: Record<string, string | boolean> = {}) {
    const { status, body } = await api.get('/reports', { resource_path: slug, segment_by: segment, ...EVER, ...query });
    expect([segment, query, status]).toEqual([segment, query, 200]);
    return Report.parse(body).series_segments;
  }

  /** The sum of all series at each point. */
  async function sums(segment: string, query: Record<string, string | boolean> = {}): Promise<Map<string, number>> {
    const total = new Map<string, number>();
    for (const points of Object.values(await ask(segment, query)))
      for (const { x, y } of points) if (y) total.set(x, (total.get(x) ?? 0) + y);
    return total;
  }

  const seriesCount = async (segment: string, query: Record<string, string>) =>
    Object.keys(await ask(segment, query)).length;

  /** Whole numbers must agree; where points are rounded, each series may be off by half. */
  function expectSame(what: string, one: Map<string, number>, other: Map<string, number>, series: number) {
    for (const x of new Set([...one.keys(), ...other.keys()]))
      expect([what, x, Math.abs((one.get(x) ?? 0) - (other.get(x) ?? 0)) <= series / 2]).toEqual([what, x, true]);
  }

  test('commit_count is what git counts, less the commits applied twice', async () => {
    const { body } = await api.get('/developers', { resource_path: slug, processing_status: 'limited_processing' });
    const bots: { provider_email: string | null }[] = body.committers;
    const silent = new Set(bots.map((bot) => bot.provider_email?.toLowerCase()));
    const counted = await Promise.all(
      folders.map((gitDir) => countCommits(gitDir, (email) => !silent.has(email.toLowerCase()))),
    );
    const reported = [...(await sums('commit_count', { aggregate_by: 'none' })).values()];
    expect(reported.reduce((sum, y) => sum + y, 0)).toBe(counted.reduce((sum, count) => sum + count, 0));
  }, 300_000);

  test('series by repo and by committer add up to the total, for all that adds up', async () => {
    const { segments } = Segments.parse((await api.get('/segment_introspections')).body);
    const additive = segments.filter(
      ({ additive, facts, aggregation_options: splits }) =>
        additive && facts.includes('commits') && splits.includes('repo') && splits.includes('committer'),
    );
    expect(additive.map(({ segment_em }) => segment_em)).toEqual(
      expect.arrayContaining(['commit_count', 'diff_delta', 'churn_line_count', 'commit_ai_lines_added_count']),
    );
    for (const { segment_em: segment, unit } of additive) {
      const total = await sums(segment, { aggregate_by: 'none' });
      for (const split of ['repo', 'committer']) {
        const series = unit === 'delta' ? 1 + (await seriesCount(segment, { aggregate_by: split })) : 0;
        expectSame(`${segment} by ${split}`, await sums(segment, { aggregate_by: split }), total, series);
      }
    }
  }, 300_000);

  test('series by operation add up to the total', async () => {
    const total = await sums('diff_delta', { aggregate_by: 'none' });
    expect([...total.values()].some((y) => y > 0)).toBe(true);
    expectSame('operation', await sums('operation'), total, 8);
    const lines = await sums('line_operation_counts', { suppress_aggregation: true });
    expectSame('line_operation_counts', await sums('line_operation_counts'), lines, 0);
  }, 120_000);

  test('the days of a week add up to the week', async () => {
    const monthly = await sums('commit_count', { aggregate_by: 'none' });
    const [busiest = ''] = [...monthly].sort(([, one], [, other]) => other - one)[0] ?? [];
    const month = Date.parse(`1 ${busiest} UTC`);
    const monday = month - ((new Date(month).getUTCDay() + 6) % 7) * DAY_MS;
    const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    for (const segment of ['commit_count', 'line_operation_counts', 'churn_line_count', 'copy_line_counts']) {
      const one = { suppress_aggregation: true };
      // Eight weeks are weekly; each of four of them alone is daily.
      const weeks = await ask(segment, {
        ...one,
        start_date: day(monday),
        end_date: day(monday + 56 * DAY_MS - 1),
        fill_all_dates: true,
      });
      for (let week = 0; week < 4; week += 1) {
        const from = monday + week * 7 * DAY_MS;
        const days = await sums(segment, { ...one, start_date: day(from), end_date: day(from + 6 * DAY_MS) });
        const sum = [...days.values()].reduce((total, y) => total + y, 0);
        expect([segment, week, sum]).toEqual([segment, week, weeks['All']?.[week]?.y]);
      }
    }
  }, 120_000);
});

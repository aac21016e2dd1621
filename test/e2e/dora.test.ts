import { makeRepository } from '@linescope/git-engine/referee/made-up-history';
import { eventually } from '@linescope/test-kit/eventually';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { beforeAll, expect, test } from 'vitest';
import type { Caller } from '../support/call-api.ts';
import { startStack } from '../support/start-stack.ts';

/*
 * Ten releases and six defects, worked out by hand. Commit n is authored on September n at 00:00 and released at 12:00 of that
 * day, so every commit takes half a day. September 1, 2026 is a Tuesday: releases 1 to 6 fall in the week of August 31, 7 to 10
 * in the week of September 7.
 *
 *   defect  detected      after release  resolved      hours
 *   D1      2nd 00:00     1              3rd 00:00     24
 *   D2      4th 18:00     4              5th 06:00     12
 *   D3      4th 20:00     4              5th 08:00     12     week 1: mean 16; releases 1 and 4 of 6 failed
 *   D4      8th 13:00     8              8th 19:00     6
 *   D5      9th 00:00     8              never
 *   D6      10th 13:00    10             12th 13:00    48     week 2: mean 27; releases 8 and 10 of 4 failed
 */
const at = (day: number, hour: number) => new Date(Date.UTC(2026, 8, day, hour)).toISOString();

const DEFECTS = [
  { key: 'D1', detected: at(2, 0), fixed: at(3, 0) },
  { key: 'D2', detected: at(4, 18), fixed: at(5, 6) },
  { key: 'D3', detected: at(4, 20), fixed: at(5, 8) },
  { key: 'D4', detected: at(8, 13), fixed: at(8, 19) },
  { key: 'D5', detected: at(9, 0), fixed: undefined },
  { key: 'D6', detected: at(10, 13), fixed: at(12, 13) },
];

const EXPECTED: Record<string, number[]> = {
  release_count: [6, 4],
  defect_detected_count: [3, 3],
  change_failure_rate: [33.3, 50],
  absolute_hours_to_resolved: [16, 27],
  dora_change_lead_time: [0.5, 0.5],
};

let api: Caller;
let shas: readonly string[];

beforeAll(async () => {
  const stack = await startStack();
  await stack.startWorker();
  const repo = await makeRepository(
    Array.from({ length: 10 }, (_, index) => ({
      parents: index === 0 ? [] : [index - 1],
      tree: new Map([
        [
          'src/app.ts',
          Array.from({ length: index + 1 }, (_line, line) => `export const value${line} = ${line};\n`).join(''),
        ],
      ]),
      message: `Commit ${index + 1}`,
      author: 'Ann <ann@example.com>',
      authoredAt: Date.UTC(2026, 8, index + 1) / 1000,
      committedAt: Date.UTC(2026, 8, index + 1) / 1000,
    })),
  );
  removeAfterFile(repo.remove);
  shas = repo.shas;
  await stack.codeHost.addRepository({ org: 'acme', name: 'app', gitDir: repo.gitDir });
  const acme = await stack.tenant('acme');
  await stack.connect(acme);
  api = stack.callerOf(acme);
  await api.post('/imports', { resource_path: 'acme', repo_path: 'acme/app', window: 'all' });
  await eventually(async () => {
    const { repos } = (await api.get('/imports', { resource_path: 'acme' })).body;
    return repos.some((row: { import_status: string }) => row.import_status === 'processing_completed');
  }, 60_000);
}, 180_000);

async function weeks(segment: string): Promise<number[]> {
  const query = {
    resource_path: 'acme',
    segment_by: segment,
    start_date: '2026-08-01',
    end_date: '2026-09-30',
    suppress_aggregation: true,
  };
  const { body } = await api.get('/reports', query);
  return (body.series_segments?.['All'] ?? []).map((point: { y: number }) => point.y);
}

async function expectWeeks(expected: Record<string, number[]>): Promise<void> {
  for (const [segment, points] of Object.entries(expected)) {
    await eventually(async () => {
      expect([segment, await weeks(segment)]).toEqual([segment, points]);
      return true;
    });
  }
}

test('the DORA segments follow releases and defects as they are recorded, and agree with the numbers worked out by hand', async () => {
  for (const [index, sha] of shas.entries()) {
    await api.post('/releases', {
      resource_path: 'acme/acme/app',
      name: `v${index + 1}`,
      release_sha: sha,
      released_at: at(index + 1, 12),
    });
  }
  for (const { key, detected, fixed } of DEFECTS) {
    await api.post('/critical_defects', {
      resource_path: 'acme/acme/app',
      defect_key: key,
      detected_at: detected,
      fix_released_at: fixed,
    });
  }
  await expectWeeks(EXPECTED);
}, 120_000);

test('and as they are removed: without release 10 and defect D6, one of the three releases of week 2 failed, for 6 hours', async () => {
  const { releases } = (await api.get('/releases', { resource_path: 'acme', start_date: '2026-09-10' })).body;
  expect((await api.delete(`/releases/${releases[0].id}`)).status).toBe(200);
  expect((await api.delete('/critical_defects', { defect_key: 'D6' })).status).toBe(200);
  await expectWeeks({
    release_count: [6, 3],
    defect_detected_count: [3, 2],
    change_failure_rate: [33.3, 33.3],
    absolute_hours_to_resolved: [16, 6],
    dora_change_lead_time: [0.5, 0.5],
  });
}, 120_000);

import { createClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { makeRepository } from '@linescope/git-engine/referee/made-up-history';
import { randomFrom } from '@linescope/git-engine/referee/random-history';
import { isAlive } from '@linescope/local-stores/processes';
import { offerAtCodeHost, queueImport } from '@linescope/one-machine/imports/queue-repository';
import { UNITS } from '@linescope/one-machine/stack/units';
import { eventually } from '@linescope/test-kit/eventually';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import type { Answered } from '@linescope/test-kit/test-service';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { busyHistory } from '../support/busy-history.ts';
import { type Caller, createCaller } from '../support/call-api.ts';
import { answersOn, workOn } from '../support/chaos-work.ts';
import { freeze, mountSmallDisk, sendSignal, slowDown } from '../support/faults.ts';
import { type TestStack, testStack } from '../support/test-stack.ts';

const MINUTES = 60_000;
/** `npm run chaos -- --seed N --minutes M`: imports under other strokes, again and again for so long. */
const SEED = Number(process.env['LINESCOPE_CHAOS_SEED'] ?? 2026);
const CHAOS_MS = Number(process.env['LINESCOPE_CHAOS_MINUTES'] ?? 0) * MINUTES;
const random = randomFrom(SEED);
const STORES = ['postgres', 'nats', 'clickhouse'];
let stack: TestStack;
let api: Caller;

/** Only a drill has a disk of its own that runs full. */
const disk = CHAOS_MS > 0 ? mountSmallDisk() : null;
if (disk) removeAfterFile(disk.remove);

beforeAll(async () => {
  if (CHAOS_MS > 0 && !disk) process.stdout.write('no disk can be mounted here: none runs full\n');
  stack = await testStack(disk?.folder, { RATE_LIMIT_PER_MINUTE: '100000' });
  api = createCaller(stack.ready().base_url, stack.ready().api_token ?? '');
}, 5 * MINUTES);

/** Kills a unit as soon as it runs; it may still be away since it was killed before. */
async function strike(name: string): Promise<number> {
  const pid = await eventually(() => {
    const running = stack.ready().pids[name];
    return running !== undefined && sendSignal(running, 'SIGKILL') && running;
  }, 6 * MINUTES);
  return pid;
}

async function kill(name: string): Promise<void> {
  const pid = await strike(name);
  await eventually(() => {
    const next = stack.ready().pids[name];
    return next !== undefined && next !== pid;
  }, 2 * MINUTES);
}

/** Asks the API twice a second: the token's limit is for the calls that the tests are about. */
const patiently = <T>(condition: () => Promise<T>, timeoutMs: number) =>
  eventually(async () => {
    const held = await condition();
    if (!held) await pause(500);
    return held;
  }, timeoutMs);

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function importOf(repoPath: string) {
  const { body } = await api.get('/imports', { resource_path: 'demo' });
  return body.repos?.find((repo: { repo_path: string }) => repo.repo_path === repoPath);
}

const completed = (repoPath: string) =>
  patiently(async () => {
    const found = await importOf(repoPath);
    if (found?.error_em) throw new Error(`${found.import_status}: ${found.error_detail}`);
    return found?.import_status === 'processing_completed' && found;
  }, 8 * MINUTES);

/** A digest of every fact of a repo: equal digests mean equal facts. What names the repo and the run is left out. */
async function digest(repoPath: string): Promise<Record<string, unknown>[]> {
  const clickHouse = createClickHouse(stack.ready().clickhouse_url, 'linescope');
  try {
    // Which repo it is comes by an event of its own, which is told again some time after its consumer was killed.
    const { repo_id: repoId } = await patiently(async () => {
      const [repo] = await clickHouse.query({
        name: 't',
        sql: `SELECT repo_id FROM repos FINAL WHERE path = '${repoPath}'`,
        row: z.object({ repo_id: z.coerce.number() }),
      });
      return repo ?? false;
    }, 2 * MINUTES);
    const tables = ['commits', 'commit_scores', 'file_changes', 'line_changes', 'merge_routes'];
    const digests: Record<string, unknown>[] = [];
    for (const table of tables) {
      const stored = table === 'commits' ? ', stored_at' : '';
      digests.push(
        ...(await clickHouse.query({
          name: 't',
          sql: `SELECT '${table}' AS table, count() AS rows, toString(sum(cityHash64(tuple(* EXCEPT (repo_id, version${stored}))))) AS digest FROM ${table} FINAL WHERE repo_id = ${repoId}`,
          row: z.record(z.string(), z.unknown()),
        })),
      );
    }
    return digests;
  } finally {
    await clickHouse.close();
  }
}

/*
 * The moments of the ten kills are drawn from the time that an undisturbed import of the same history takes. An import
 * stands still while one of the four is away, so a kill never makes it faster, and all ten fall within it.
 */
test(
  'an import ends with the same facts though worker, analytics, broker and ClickHouse are killed at ten moments of it',
  async () => {
    const repo = await makeRepository(busyHistory(1500));
    removeAfterFile(repo.remove);
    const offer = (repoPath: string) => offerAtCodeHost(stack.ready(), { gitDir: repo.gitDir, repoPath });
    await offer('kills/calm');
    const began = Date.now();
    await queueImport(stack.ready(), 'kills/calm', 'all');
    await completed('kills/calm');
    const calm = Date.now() - began;
    const expected = await digest('kills/calm');
    expect(Number(expected[0]?.['rows'])).toBe(1500);

    await workOn(api, 'kills/calm');
    const expectedAnswers = await settledAnswers('kills/calm');
    const sum = { kills: 0, faults: 0, calls: 0 };
    for (let round = 0; round === 0 || Date.now() < began + CHAOS_MS; round += 1) {
      const repoPath = `kills/storm-${round}`;
      await offer(repoPath);
      await queueImport(stack.ready(), repoPath, 'all');
      const [struck, calls] = await Promise.all([strikeDuring(repoPath, calm), workOn(api, repoPath)]);
      await completed(repoPath);
      expect(await digest(repoPath)).toEqual(expected);
      expect(await settledAnswers(repoPath, expectedAnswers)).toEqual(expectedAnswers);
      sum.kills += struck.kills;
      sum.faults += struck.faults;
      sum.calls += calls;
      if (CHAOS_MS > 0)
        process.stdout.write(
          `seed ${SEED}: ${sum.kills} kills and ${sum.faults} other faults in ${round + 1} imports, ${sum.calls} writes taken; ${factRows(expected)} rows of facts and ${Object.keys(expectedAnswers).length} answers each the same\n`,
        );
    }
  },
  10 * MINUTES + 2 * CHAOS_MS,
);

const factRows = (digests: Record<string, unknown>[]) => digests.reduce((sum, { rows }) => sum + Number(rows), 0);

/**
 * As soon as all that was taken is told to everybody: events are on their way for a moment, and some are repeated only after their time
 * to be acknowledged is over. So those of a calm run are waited for; where they never come, the last are answered.
 */
async function settledAnswers(repoPath: string, calm?: Record<string, unknown>): Promise<Record<string, unknown>> {
  const wanted = calm && JSON.stringify(calm);
  let last: Record<string, unknown> = {};
  return patiently(async () => {
    const before = JSON.stringify(last);
    const answers = await answersOn(api, repoPath).catch(() => null);
    if (answers === null) return false;
    last = answers;
    return isWhole(answers) && JSON.stringify(answers) === (wanted ?? before) && answers;
  }, 4 * MINUTES).catch(() => last);
}

const isWhole = ({ releases, defects }: Record<string, unknown>): boolean =>
  [releases, defects].every((list) => Array.isArray(list) && list.length === 5);

const pidOf = (name: string) => stack.ready().pids[name];

/** Ten kills of those that an import needs, and other faults of any part, at moments drawn from the time of a calm one. */
async function strikeDuring(repoPath: string, calm: number): Promise<{ kills: number; faults: number }> {
  const queued = Date.now();
  const victims = ['imports-worker', 'analytics', 'nats', 'clickhouse'];
  const moments = Array.from({ length: 10 }, () => random(Math.round(calm * 0.7))).sort((a, b) => a - b);
  const disturbing = Promise.all(faultsDuring(calm).map((fault) => fault()));
  let during = 0;
  for (const [index, moment] of moments.entries()) {
    await pause(Math.max(0, queued + moment - Date.now()));
    await strike(victims[index % victims.length] ?? '');
    const found = await importOf(repoPath).catch(() => undefined);
    if (found?.import_status !== 'processing_completed') during += 1;
  }
  const faults = (await disturbing).filter((happened) => happened).length;
  expect(during).toBe(moments.length);
  return { kills: during, faults };
}

/** Drawn at once, so that a seed gives the same ones whatever happens meanwhile. */
function faultsDuring(calm: number): (() => Promise<boolean>)[] {
  const at = (fault: () => Promise<boolean>) => {
    const moment = random(Math.round(calm * 0.7));
    return async () => {
      await pause(moment);
      return fault();
    };
  };
  const one = (names: string[]) => names[random(names.length)] ?? '';
  const units = UNITS.map(({ name }) => name);
  const stopped = one(units);
  const slowed = one([...units, ...STORES, 'code-host']);
  const cutOff = one([...STORES, 'code-host']);
  const [stopMs, slowMs, cutMs, fullMs] = [
    500 + random(1500),
    2000 + random(4000),
    2000 + random(4000),
    2000 + random(4000),
  ];
  if (CHAOS_MS === 0) return [at(() => freeze(pidOf(stopped), stopMs))];
  return [
    at(() => freeze(pidOf(stopped), stopMs)),
    at(() => slowDown(() => pidOf(slowed), slowMs)),
    at(() => freeze(pidOf(cutOff), cutMs)),
    at(async () => {
      await disk?.fill(fullMs);
      return disk !== null;
    }),
  ];
}

test(
  'calls while a store or a unit is killed are answered or refused as unavailable, and nothing acknowledged is lost',
  async () => {
    const acknowledged: string[] = [];
    const statuses = new Map<string, number>();
    let calling = true;
    const callers = Array.from({ length: 4 }, async (_, caller) => {
      for (let number = 0; calling; number += 1) {
        const key = `KILL-${caller}-${number}`;
        const answer = await api.post('/critical_defects', {
          resource_path: 'demo',
          defect_key: key,
          detected_now: true,
        });
        if (answer.status === 201 || answer.status === 200) acknowledged.push(key);
        else if (!answer.body?.trace_identifier) throw new Error(`not an envelope: ${answer.status}`);
        statuses.set(
          `${answer.status} ${answer.body.response_em}`,
          (statuses.get(`${answer.status} ${answer.body.response_em}`) ?? 0) + 1,
        );
        await pause(600); // under the token's limit, which would refuse the rest
      }
    });
    for (const victim of [
      'postgres',
      'nats',
      'clickhouse',
      'identity',
      'defects-releases',
      'analytics',
      'developers-teams',
    ]) {
      await kill(victim);
      await pause(500);
    }
    await patiently(
      async () => (await api.get('/critical_defects', { resource_path: 'demo' })).status === 200,
      2 * MINUTES,
    );
    calling = false;
    await Promise.all(callers);

    const allowed = [
      '201 response_success',
      '200 response_success',
      '503 response_unavailable',
      '504 response_timeout',
    ];
    expect([...statuses.keys()].filter((status) => !allowed.includes(status))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(20);
    const listed = new Set<string>();
    const { page_count } = (await api.get('/critical_defects', { resource_path: 'demo' })).body;
    for (let page = 1; page <= page_count; page += 1) {
      for (const row of (await api.get('/critical_defects', { resource_path: 'demo', page })).body.critical_defects)
        listed.add(row.defectKey);
    }
    expect(acknowledged.filter((key) => !listed.has(key))).toEqual([]);

    const clickHouse = createClickHouse(stack.ready().clickhouse_url, 'linescope');
    removeAfterFile(() => clickHouse.close());
    await eventually(async () => {
      const stored = await clickHouse.query({
        name: 't',
        sql: "SELECT defect_key FROM defects FINAL WHERE startsWith(defect_key, 'KILL-')",
        row: z.object({ defect_key: z.string() }),
      });
      const given = new Set(stored.map((row) => row.defect_key));
      return acknowledged.every((key) => given.has(key));
    }, 2 * MINUTES);
  },
  10 * MINUTES,
);

/** As a careful client does: what failed for a passing reason is sent once more. */
async function withOneRetry(send: () => Promise<Answered>): Promise<{ failures: number; last: string }> {
  const attempt = async () => {
    const answer = await send().catch((error: unknown) => ({ status: 0, body: String(error) }));
    return { failed: ![200, 201].includes(answer.status), text: `${answer.status} ${JSON.stringify(answer.body)}` };
  };
  const first = await attempt();
  if (!first.failed) return { failures: 0, last: first.text };
  const second = await attempt();
  return { failures: second.failed ? 2 : 1, last: `${first.text}, then ${second.text}` };
}

test(
  'any unit may be given to end while calls come in: none fails that is sent once more',
  async () => {
    const scope = { resource_path: 'demo' };
    const calls: (() => Promise<Answered>)[] = [
      () => api.get('/api_tokens'),
      () => api.get('/critical_defects', scope),
      () => api.post('/critical_defects', { ...scope, defect_key: `TERM-${random(50)}`, detected_now: true }),
      () => api.get('/developers', scope),
      () => api.get('/imports', scope),
      () => api.get('/reports', { ...scope, segment_by: 'commit_count', days_ago: 30 }),
    ];
    for (const call of calls) expect((await call()).status).toBeLessThan(202);
    const lost: string[] = [];
    let answered = 0;
    let calling = true;
    const callers = calls.map(async (call) => {
      while (calling) {
        const { failures, last } = await withOneRetry(call);
        if (failures === 2) lost.push(last);
        answered += 1;
        await pause(40); // so that what is started anew has the processor too
      }
    });
    for (const victim of UNITS.map(({ name }) => name)) {
      const pid = stack.ready().pids[victim];
      if (pid === undefined) throw new Error(`${victim} does not run`);
      process.kill(pid, 'SIGTERM');
      await eventually(() => stack.ready().pids[victim] !== pid && !isAlive(pid), 2 * MINUTES);
    }
    calling = false;
    await Promise.all(callers);
    expect(lost).toEqual([]);
    expect(answered).toBeGreaterThan(200);
  },
  10 * MINUTES,
);

import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { diffDeltaWeightsSchema } from '@linescope/contract/diff-delta-weights';
import { z } from 'zod';
import { type BenchService, startBenchService } from './reports/bench-service.ts';
import type { Organization } from './reports/organizations.ts';

const HELP = `npm run bench -- rescoring [--commits 12000] [--lines 115]

An entity's commits, in one repo, scored again by other weights from their stored lines; beside it one plain pass over the same lines, and reports
before and meanwhile. The defaults are the size of redis: 12,000 commits, 1.4 million changed lines.
`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    commits: { type: 'string', default: '12000' },
    lines: { type: 'string', default: '115' },
  },
});
const write = (text: string) => process.stdout.write(`${text}\n`);

const COMMIT = `
  SELECT number AS n, lower(hex(SHA1(toString(n)))) AS sha, toUInt64(1) AS entity_id, toUInt64(100) AS repo_id,
    fromUnixTimestamp64Second(toInt64(toUnixTimestamp(now()) - 86400 - n * 600), 'UTC') AS authored_at
  FROM numbers({first:UInt64}, {count:UInt64})`;
const SCORES = `
  INSERT INTO commit_scores (entity_id, repo_id, authored_at, committed_at, sha, committer_id, on_default_branch, presence, formula_version, delta, lines, issue_keys, version)
  SELECT entity_id, repo_id, authored_at, authored_at, sha, 1, true, 'existent', '1', 10, {lines:UInt32}, if(n % 4 = 0, [concat('ORG-', toString(n))], []), 1 FROM (${COMMIT})`;
const LINES = `
  INSERT INTO line_changes (entity_id, repo_id, path, sha, hunk, hunk_line, authored_at, committer_id, operation, text, provenance, kind, category, scored, delta, version)
  SELECT entity_id, repo_id, concat('src/', toString((n + intDiv(line, 25)) % 400), '.c'), sha, line % 25 % 5, intDiv(line % 25, 5), authored_at, 1,
    ['add', 'add', 'chg', 'del', 'move'][line % 5 + 1], concat('value ', toString(cityHash64(n, line))), ['new_code', 'under_2_weeks', 'under_1_year', 'over_1_year'][line % 4 + 1],
    ['code', 'code', 'comment'][line % 3 + 1], ['code', 'test', 'documentation'][n % 3 + 1], true, 1, 1
  FROM (SELECT *, toUInt32(arrayJoin(range({lines:UInt32}))) AS line FROM (${COMMIT}))`;

async function makeFacts({ clickHouse }: BenchService, commits: number, lines: number): Promise<void> {
  await clickHouse.command(SCORES, { params: { first: 0, count: commits, lines } });
  const atOnce = Math.max(1, Math.floor(300_000 / lines));
  for (let first = 0; first < commits; first += atOnce) {
    await clickHouse.command(LINES, { params: { first, count: Math.min(atOnce, commits - first), lines } });
  }
  await clickHouse.command(
    `INSERT INTO committers (entity_id, committer_id, primary_id, user_name, processing_status, version) VALUES (1, 1, 1, 'ann', 'processing_stats', 1)`,
  );
}

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
};

const answer = z.object({ derivations: z.array(z.object({ state_em: z.string() })) });
const median = (times: number[]): number => times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0;

async function run(commits: number, lines: number): Promise<void> {
  const entity: Organization = { id: 1, slug: 'org-1', commits, committers: 1, repos: 1 };
  const service = await startBenchService([entity]);
  try {
    write(
      `${commits} commits, ${commits * lines} lines: made in ${(await seconds(() => makeFacts(service, commits, lines))).toFixed(0)} s`,
    );
    await service.settle();
    let days = 30;
    const report = () =>
      seconds(() =>
        service.ask(entity, `/reports?resource_path=org-1&segment_by=diff_delta&aggregate_by=none&days_ago=${days++}`),
      );
    const before: number[] = [];
    for (let round = 0; round < 10; round++) before.push(await report());
    const pass = await seconds(() =>
      service.clickHouse.query({
        name: 'bench',
        sql: 'SELECT sha, sum(delta) AS delta FROM line_changes FINAL WHERE entity_id = 1 GROUP BY sha ORDER BY delta LIMIT 1',
        row: z.unknown(),
      }),
    );
    const weights = diffDeltaWeightsSchema.parse({ operation: { del: 20 }, proximity: 40 });
    const meanwhile: number[] = [];
    const rescoring = await seconds(async () => {
      await service.postgres.run(
        `INSERT INTO derivations (entity_id, derivation, version, weights) VALUES (1, 'diff_delta', 2, $1)`,
        [JSON.stringify(weights)],
      );
      for (;;) {
        const { derivations } = answer.parse(await service.ask(entity, '/derivations'));
        if (derivations.every(({ state_em: state }) => state === 'completed')) return;
        meanwhile.push(await report());
        await delay(50);
      }
    });
    write(`one pass over the lines   ${pass.toFixed(2)} s`);
    write(
      `scored again              ${rescoring.toFixed(2)} s, ${(rescoring / pass).toFixed(1)} passes, ${Math.round(commits / rescoring)} commits a second`,
    );
    write(`a report before           ${(1000 * median(before)).toFixed(0)} ms`);
    write(
      `a report meanwhile        ${(1000 * median(meanwhile)).toFixed(0)} ms, at most ${(1000 * Math.max(...meanwhile)).toFixed(0)} ms`,
    );
  } finally {
    await service.stop();
  }
}

if (values.help) write(HELP);
else await run(Number(values.commits), Number(values.lines));

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { randomFrom } from '@linescope/git-engine/referee/random-history';
import { type BenchStack, startBenchStack } from '../support/bench-stack.ts';
import { memoryByUnit } from '../support/memory-by-unit.ts';
import { askApi, askGit, copyWithGraph, countCommits, pickLines, tipOf } from './line-history/ask-both.ts';
import { growHistory } from './line-history/grow-history.ts';
import { describeShape, quantile, shapeOf } from './line-history/history-shape.ts';
import { countReadAhead, TOLD, untilReadAhead } from './line-history/until-read-ahead.ts';

const HELP = `npm run bench -- line-history [--history <git folder>]… [--lines 60]

The history of random lines of the newest version, through the gateway of a stack of its own and from git log -L, line by line
in turns; git reads a copy that has a commit graph with changed-path filters. Ten lines are asked for as soon as the import has
ended, the others once the service has read the repo ahead, which the first one begins at the latest; then other lines one after
another, as an editor or a pipeline asks, since processes that wait for git in between answer from cold caches. A small repo is asked about
before all others, a thousand times, so that the first query about a repo is not also among the first that the processes answer, the
one that measures included: what runs often is compiled by then. Without a
history, two made-up ones, of 1,000 and of 10,000 commits, of which the times should be the same. Their shape is printed; that of
real ones of this length: redis 1,623 files in 93 folders, median 81 lines, p90 580, 2.6 files a commit, a tenth of the files with
71 % of the changes; express 213 in 69, 44, 295, 2.2, 68 %; fmt 142 in 25, 75, 847, 1.9, 81 %.
`;

/** Lines that are asked for as soon as the import has ended. */
const SOON = 10;
/** Lines that are asked for one after another, each once; the first of them warm the processes up. */
const IN_A_ROW = 3000;
const WARMING_UP = 2000;
/** Commits of the repo that is asked about before those that are measured, and how often it is. */
const SMALL = 100;
const SMALL_QUERIES = 1000;

interface Measured {
  name: string;
  commits: number;
  shape: string;
  /** The very first query about the repo: its commit graph is read then. */
  first: number;
  /** The next one, about another line. */
  second: number;
  /** These and some more, as soon as the import has ended. */
  early: { api: number[]; git: number[] };
  /** How long the service then still read ahead; null: for longer than was waited for. */
  readAheadSeconds: number | null;
  api: number[];
  /** Another line of the same file right after: its history is known by then. */
  neighbour: number[];
  git: number[];
  /** Other lines, one after another. */
  inARow: number[];
  queriesPerRequest: number;
  versions: number;
}

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    history: { type: 'string', multiple: true },
    lines: { type: 'string', default: '60' },
  },
});
if (values.help) process.stdout.write(HELP);
else await run(values.history ?? [], Number(values.lines));

async function run(given: string[], lines: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'linescope-histories-'));
  const stack = await startBenchStack(TOLD);
  try {
    const histories = given.map((path) => resolve(process.env['INIT_CWD'] ?? process.cwd(), path));
    if (histories.length === 0) {
      for (const commits of [1000, 10_000]) {
        const gitDir = join(folder, `made-up-${commits}.git`);
        await growHistory(gitDir, commits);
        histories.push(gitDir);
      }
    }
    await warmUp(stack, join(folder, 'small.git'));
    const measured: Measured[] = [];
    for (const [index, gitDir] of histories.entries())
      measured.push(await measure(stack, gitDir, index, lines, join(folder, `copy-${index}.git`)));
    report(measured);
    process.stdout.write(`${memoryByUnit(stack.pids())}\n`);
  } finally {
    await stack.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function warmUp(stack: BenchStack, gitDir: string): Promise<void> {
  await growHistory(gitDir, SMALL);
  await stack.importHistory(gitDir, 'bench/small');
  const tip = await tipOf(gitDir);
  for (const line of await pickLines(gitDir, tip, SMALL_QUERIES, randomFrom(SMALL)))
    await askApi(stack.ready, 'bench/small', tip, line);
}

async function measure(
  stack: BenchStack,
  gitDir: string,
  index: number,
  count: number,
  copy: string,
): Promise<Measured> {
  const name = basename(gitDir).replace(/\.git$/, '');
  const repoPath = `bench/history-${index}`;
  const readBefore = await countReadAhead(stack);
  await stack.importHistory(gitDir, repoPath);
  await copyWithGraph(gitDir, copy);
  const tip = await tipOf(gitDir);
  const asked = await pickLines(gitDir, tip, count + SOON, randomFrom(index + 1));
  const early: Measured['early'] = { api: [], git: [] };
  const soon = asked.splice(0, SOON);
  for (const line of soon) {
    const began = performance.now();
    await askApi(stack.ready, repoPath, tip, line);
    early.api.push(performance.now() - began);
  }
  const [first = 0, second = 0] = early.api;
  const readAheadSeconds = await untilReadAhead(stack, readBefore);
  for (const line of soon) {
    const began = performance.now();
    await askGit(copy, tip, line);
    early.git.push(performance.now() - began);
  }
  const measured = {
    name,
    commits: await countCommits(gitDir),
    shape: describeShape(await shapeOf(gitDir)),
    first,
    second,
    early,
    readAheadSeconds,
    api: [],
    neighbour: [],
    git: [],
    inARow: [],
    queriesPerRequest: 0,
    versions: 0,
  };
  const times: Pick<Measured, 'api' | 'neighbour' | 'git'> = measured;
  let queries = 0;
  for (const line of asked) {
    const before = await stack.queries();
    const started = performance.now();
    measured.versions += await askApi(stack.ready, repoPath, tip, line);
    times.api.push(performance.now() - started);
    queries += (await stack.queries()) - before - 1;
    const next = performance.now();
    await askApi(stack.ready, repoPath, tip, { ...line, line: 1 });
    times.neighbour.push(performance.now() - next);
    const asking = performance.now();
    await askGit(copy, tip, line);
    times.git.push(performance.now() - asking);
  }
  const inARow: number[] = [];
  for (const line of await pickLines(gitDir, tip, IN_A_ROW, randomFrom(index + 1001))) {
    const started = performance.now();
    await askApi(stack.ready, repoPath, tip, line);
    inARow.push(performance.now() - started);
  }
  inARow.splice(0, WARMING_UP);
  return { ...measured, ...times, inARow, queriesPerRequest: queries / asked.length };
}

function report(measured: Measured[]): void {
  const write = (text: string) => process.stdout.write(`${text}\n`);
  for (const one of measured) {
    const { name, shape, first, second, early, readAheadSeconds, api, neighbour, git, inARow } = one;
    const { queriesPerRequest, versions } = one;
    write(`${name}: ${shape}`);
    write(
      `  the first query of all took ${first.toFixed(0)} ms, ${(first / second).toFixed(1)} times the second; median of the first ${early.api.length} ${quantile(early.api, 0.5).toFixed(1)} ms (git log -L ${quantile(early.git, 0.5).toFixed(1)} ms)`,
    );
    write(
      `  ${readAheadSeconds === null ? 'not yet read ahead' : `read ahead ${readAheadSeconds.toFixed(0)} s later`}: ${api.length} lines, ${(versions / api.length).toFixed(1)} versions a line`,
    );
    for (const [label, share] of [
      ['p10', 0.1],
      ['median', 0.5],
      ['p90', 0.9],
      ['p99', 0.99],
    ] as const) {
      const theirs = quantile(git, share);
      const against = (ours: number) => `${ours.toFixed(1)} ms (${(theirs / ours).toFixed(1)} times faster)`;
      write(
        `  ${label.padEnd(6)} git log -L ${theirs.toFixed(1)} ms; gateway ${against(quantile(api, share))}, another line of that file ${against(quantile(neighbour, share))}`,
      );
    }
    const median = quantile(inARow, 0.5);
    write(
      `  ${inARow.length} other lines one after another: median ${median.toFixed(1)} ms (${(quantile(git, 0.5) / median).toFixed(1)} times faster than the median of git log -L), p90 ${quantile(inARow, 0.9).toFixed(1)} ms`,
    );
    write(`  ${queriesPerRequest.toFixed(2)} ClickHouse queries a request, what else the stack asked included`);
  }
  const [small, large] = measured;
  if (!small || !large) return;
  const growth = quantile(large.api, 0.5) / quantile(small.api, 0.5);
  write(`${large.commits} commits take ${growth.toFixed(2)} times what ${small.commits} take`);
}

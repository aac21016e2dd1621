import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { blameOf, textFilesOf } from '@linescope/git-engine/referee/git-referee';
import { randomFrom } from '@linescope/git-engine/referee/random-history';
import type { Ready } from '@linescope/one-machine/stack/ready-file';
import { z } from 'zod';
import { type BenchStack, startBenchStack } from '../support/bench-stack.ts';
import { copyWithGraph, git } from './line-history/ask-both.ts';
import { growHistory } from './line-history/grow-history.ts';
import { quantile } from './line-history/history-shape.ts';
import { countReadAhead, TOLD, untilReadAhead } from './line-history/until-read-ahead.ts';

const HELP = `npm run bench -- blame [--history <git folder>]… [--pairs 100] [--warm-up 20]

Random files of random versions of the default branch, blamed through the gateway of a stack of its own and by git blame in a copy
of the history that has a commit graph with changed-path filters, in turns: each until its whole answer is there, with the text of
the lines and not yet taken apart. Every other pair is asked for as fetch does by itself (gzip), the others uncompressed
(accept-encoding: identity), as suits a client on the same machine; none is asked for twice. Prints how many lines name the same
commit and, for each form and for all pairs together, the times and the ratio of their sums. Asked once the service has read the
repo ahead. Without a history, a made-up one of 2,000 commits.
`;

/** How answers are asked for. */
const FORMS = [
  { name: 'gzip', headers: {} },
  { name: 'uncompressed', headers: { 'accept-encoding': 'identity' } },
] as const;
type Form = (typeof FORMS)[number];

interface Pair {
  sha: string;
  path: string;
}

interface Times {
  api: number[];
  git: number[];
}

const answerSchema = z.object({
  line_count: z.number(),
  to_line: z.number(),
  lines: z.array(z.object({ entry: z.object({ sha: z.string() }).nullable() })),
});

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    history: { type: 'string', multiple: true },
    pairs: { type: 'string', default: '100' },
    'warm-up': { type: 'string', default: '20' },
  },
});
if (values.help) process.stdout.write(HELP);
else await run(values.history ?? []);

async function run(given: string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'linescope-histories-'));
  const stack = await startBenchStack(TOLD);
  try {
    const histories = given.map((path) => resolve(process.env['INIT_CWD'] ?? process.cwd(), path));
    if (histories.length === 0) {
      const gitDir = join(folder, 'made-up.git');
      await growHistory(gitDir, 2000);
      histories.push(gitDir);
    }
    for (const [index, gitDir] of histories.entries())
      await measure(stack, gitDir, index, join(folder, `${index}.git`));
  } finally {
    await stack.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(stack: BenchStack, gitDir: string, index: number, copy: string): Promise<void> {
  const repoPath = `bench/history-${index}`;
  const readBefore = await countReadAhead(stack);
  await stack.importHistory(gitDir, repoPath);
  await copyWithGraph(gitDir, copy);
  const [count, warmUp] = [Number(values.pairs), Number(values['warm-up'])];
  const pairs = await pickPairs(gitDir, count + warmUp, randomFrom(index + 1));
  for (const [at, pair] of pairs.splice(0, warmUp).entries()) await askApi(stack.ready, repoPath, pair, formOf(at));
  if ((await untilReadAhead(stack, readBefore)) === null) process.stdout.write('The repo is not read ahead yet.\n');
  const times = new Map(FORMS.map((form): [Form, Times] => [form, { api: [], git: [] }]));
  const before = await stack.queries();
  let lines = 0;
  let agreed = 0;
  for (const [at, pair] of pairs.entries()) {
    const form = formOf(at);
    const { lines: ours, ms } = await askApi(stack.ready, repoPath, pair, form);
    times.get(form)?.api.push(ms);
    const asked = performance.now();
    await git(copy, ['blame', '--porcelain', pair.sha, '--', pair.path]);
    times.get(form)?.git.push(performance.now() - asked);
    const theirs = await blameOf(copy, pair.sha, pair.path);
    lines += Math.max(ours.length, theirs.length);
    agreed += theirs.filter((line, at) => ours[at] === line.sha).length;
  }
  const queries = (await stack.queries()) - before - 1;
  report(basename(gitDir) === 'repo' ? basename(dirname(gitDir)) : basename(gitDir), times, lines, agreed);
  process.stdout.write(
    `  ${(queries / pairs.length).toFixed(2)} ClickHouse queries a pair, what else the stack asked included\n`,
  );
}

function formOf(at: number): Form {
  return FORMS[at % FORMS.length] ?? FORMS[0];
}

function report(name: string, times: ReadonlyMap<Form, Times>, lines: number, agreed: number): void {
  const write = (text: string) => process.stdout.write(`${text}\n`);
  const all = [...times.values()].reduce((sum, one) => ({
    api: [...sum.api, ...one.api],
    git: [...sum.git, ...one.git],
  }));
  write(
    `${name}: ${all.api.length} versions of files, ${lines} lines, ${((100 * agreed) / lines).toFixed(3)} % as git blame`,
  );
  for (const [{ name: form }, own] of times) writeTimes(write, form, own);
  writeTimes(write, 'all', all);
}

function writeTimes(write: (text: string) => void, form: string, { api, git: theirs }: Times): void {
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  const shown = ([label, share]: readonly [string, number]): string =>
    `${label} ${quantile(api, share).toFixed(1)} ms (git ${quantile(theirs, share).toFixed(1)})`;
  const quantiles = (
    [
      ['median', 0.5],
      ['p95', 0.95],
      ['most', 1],
    ] as const
  )
    .map(shown)
    .join(', ');
  write(
    `  ${form.padEnd(12)} ${quantiles}; together ${(sum(theirs) / sum(api)).toFixed(2)} times as fast as git blame`,
  );
}

/** Versions of the default branch, each with one of its text files. */
async function pickPairs(gitDir: string, count: number, random: (below: number) => number): Promise<Pair[]> {
  const shas = (await git(gitDir, ['rev-list', 'HEAD'])).trim().split('\n');
  const pairs: Pair[] = [];
  while (pairs.length < count) {
    const sha = shas[random(shas.length)] ?? '';
    const paths = (await textFilesOf(gitDir, sha)).filter((path) => /^[\x20-\x7e]+$/.test(path));
    const path = paths[random(Math.max(paths.length, 1))];
    if (path !== undefined) pairs.push({ sha, path });
  }
  return pairs;
}

/** The commit of each line, and how long its answers took; a long file takes several requests. */
async function askApi(ready: Ready, repoPath: string, { sha, path }: Pair, { headers }: Form) {
  const lines: (string | null)[] = [];
  let ms = 0;
  for (let from = 1; ; ) {
    const query = new URLSearchParams({
      resource_path: `${ready.entity_slug}/${repoPath}`,
      file_path: path,
      sha,
      from_line: String(from),
    });
    const began = performance.now();
    const response = await fetch(`${ready.base_url}/api/v1/code_introspections/blame?${query}`, {
      headers: { authorization: `Bearer ${ready.api_token}`, ...headers },
    });
    const body = await response.text();
    ms += performance.now() - began;
    if (!response.ok) throw new Error(`${sha}:${path} was answered ${response.status}: ${body}`);
    const answer = answerSchema.parse(JSON.parse(body));
    for (const { entry } of answer.lines) lines.push(entry?.sha ?? null);
    if (answer.to_line >= answer.line_count) return { lines, ms };
    from = answer.to_line + 1;
  }
}

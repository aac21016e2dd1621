import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { unpackLines } from '@linescope/git-engine/delivery/line-columns';
import type { LineChangeFact } from '@linescope/git-engine/facts';
import { readHistory } from '@linescope/git-engine/read-history';

/**
 * How often origins of defects are right, on a project whose fixes name what they fix (`Fixes: <sha>` trailers):
 *   npm run bench -- defect-origins <git folder>
 * Precision: of the commits that are named as origins, those that the trailers name; recall: of those that the trailers name, those found.
 */
const gitDir = process.argv[2] ?? '';
const run = promisify(execFile);
const git = async (...args: string[]) =>
  (await run('git', ['--git-dir', gitDir, '-c', 'safe.directory=*', ...args], { maxBuffer: 1 << 30 })).stdout;

type Method = { name: string; originsOf: (lines: readonly LineChangeFact[]) => Set<string> };

const isReplaced = ({ lineBefore, originSha, operation }: LineChangeFact): boolean =>
  lineBefore !== null && originSha !== null && operation !== 'copy';
const isOrigin = (line: LineChangeFact): boolean =>
  isReplaced(line) &&
  ['chg', 'del', 'find_replace'].includes(line.operation) &&
  line.kind !== 'comment' &&
  line.kind !== 'blank' &&
  line.scored;
const shasOf = (lines: readonly LineChangeFact[], read: (line: LineChangeFact) => string | null): Set<string> =>
  new Set(lines.flatMap((line) => read(line) ?? []));

/** The commit that wrote most of the lines. */
function mainOrigin(lines: readonly LineChangeFact[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { originSha } of lines.filter(isOrigin))
    if (originSha) counts.set(originSha, (counts.get(originSha) ?? 0) + 1);
  const [main] = [...counts].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1));
  return new Set(main ? [main[0]] : []);
}

const METHODS: Method[] = [
  {
    name: 'naive blame of all deleted lines',
    originsOf: (lines) => shasOf(lines.filter(isReplaced), ({ originSha }) => originSha),
  },
  { name: 'defect origins', originsOf: (lines) => shasOf(lines.filter(isOrigin), ({ originSha }) => originSha) },
  {
    name: 'defect origins, through moves',
    originsOf: (lines) => shasOf(lines.filter(isOrigin), ({ bornSha }) => bornSha),
  },
  { name: 'defect origins, that of most lines', originsOf: mainOrigin },
];

/** The commits that each fix names, by whole hash. */
async function readTruth(): Promise<Map<string, Set<string>>> {
  const all = (await git('rev-list', 'HEAD')).trim().split('\n').sort();
  const log = await git('log', '--no-merges', '--format=%x01%H%n%B', 'HEAD');
  const truth = new Map<string, Set<string>>();
  for (const part of log.split('\u0001').slice(1)) {
    const [sha = '', ...body] = part.split('\n');
    const named = body.flatMap((line) => /^Fixes: ([0-9a-f]{7,40})\b/i.exec(line)?.[1] ?? []);
    const found = named.flatMap((prefix) => all.filter((known) => known.startsWith(prefix)).slice(0, 1));
    if (found.length > 0) truth.set(sha, new Set(found));
  }
  return truth;
}

const truth = await readTruth();
const history = await readHistory({ gitDir, defaultTip: 'HEAD', windowStart: 0 });
const changes = new Map<string, LineChangeFact[]>();
for await (const batch of history.batches()) {
  for (const { commit, columns } of batch.lines) {
    if (!truth.has(commit.sha)) continue;
    changes.set(commit.sha, [...(changes.get(commit.sha) ?? []), ...unpackLines(columns, commit)]);
  }
}
await history.close();

const share = (part: number, whole: number): string => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`);
process.stdout.write(
  `${truth.size} fixes that name ${[...truth.values()].reduce((sum, named) => sum + named.size, 0)} commits\n`,
);
for (const { name, originsOf } of METHODS) {
  let [named, found, right, fixesFound, fixesWith] = [0, 0, 0, 0, 0];
  for (const [sha, expected] of truth) {
    const origins = originsOf(changes.get(sha) ?? []);
    const hits = [...origins].filter((origin) => expected.has(origin)).length;
    named += expected.size;
    found += origins.size;
    right += hits;
    if (hits > 0) fixesFound++;
    if (origins.size > 0) fixesWith++;
  }
  process.stdout.write(
    `${name}: precision ${share(right, found)}, recall ${share(right, named)}; fixes with an origin ${share(fixesWith, truth.size)}, with a right one ${share(fixesFound, truth.size)}\n`,
  );
}

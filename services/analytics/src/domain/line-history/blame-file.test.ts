import { readWindowFiles } from '@linescope/git-engine/git/window-files';
import { readHistory } from '@linescope/git-engine/read-history';
import { allFacts } from '@linescope/git-engine/referee/check-history';
import { blameOf, textFilesOf } from '@linescope/git-engine/referee/git-referee';
import { FIRST_TIME, makeRepository } from '@linescope/git-engine/referee/made-up-history';
import { randomFrom, randomHistory } from '@linescope/git-engine/referee/random-history';
import { expect, test } from 'vitest';
import { knownFrom } from '../../testing/known-history.ts';
import { blameFile } from './blame-file.ts';
import type { FileHistory } from './file-history.ts';
import { findFileVersion } from './file-version.ts';
import type { KnownHistory } from './find-writer.ts';

/**
 * Random versions and files against `git blame`. LINESCOPE_HISTORIES names real histories (git folders, separated by colons), of
 * which LINESCOPE_SAMPLE pairs are blamed (100 by default).
 */
const histories = (process.env['LINESCOPE_HISTORIES'] ?? '').split(':').filter((folder) => folder !== '');
const sample = Number(process.env['LINESCOPE_SAMPLE'] ?? 100);
const PATIENCE = 120_000;
const HOURS = 4 * 3_600_000;
const OLDER = 'older than the window';

async function readKnown(gitDir: string, windowStart: number) {
  const history = await readHistory({ gitDir, defaultTip: 'HEAD', windowStart });
  const known = knownFrom(await allFacts(history, { withLines: false }));
  await history.close();
  return { known, beforeWindow: history.beforeWindow };
}

type LengthBefore = (place: { sha: string; path: string }) => number | undefined;

/** Our blame of a file as lines of `sha path line`; null where it is no file of the version. */
function blame(all: KnownHistory, sha: string, path: string, lengthBefore: LengthBefore): string[] | null {
  const commit = all.graph.numberOf(sha);
  const unchanged = { changes: new Map(), routes: new Map() };
  const files = new Map<string, FileHistory>();
  const readName = (wanted: string) => {
    for (const name of all.renames.namesOf(wanted)) files.set(name, all.files.get(name) ?? unchanged);
  };
  const known = { ...all, files };
  readName(path);
  let version = findFileVersion(known, { commit, path });
  // A merge may have taken it from a parent under a name that no rename tells of.
  while (version.kind === 'unread') {
    readName(version.path);
    version = findFileVersion(known, { commit, path });
  }
  if (version.kind !== 'file') return null;
  const older = version.and === null ? 0 : lengthBefore(version.and);
  if (older === undefined) return null;
  return blameFile(known, { commit, path, from: 1, count: version.lines + older }).flatMap((run) =>
    Array.from({ length: run.count }, (_, index) =>
      run.kind === 'written' ? `${known.graph.at(run.commit).sha} ${run.path} ${run.line + index}` : OLDER,
    ),
  );
}

async function compare(
  gitDir: string,
  known: KnownHistory,
  pairs: { sha: string; path: string }[],
  before: LengthBefore,
) {
  let lines = 0;
  const wrong: unknown[] = [];
  for (const { sha, path } of pairs) {
    const ours = blame(known, sha, path, before) ?? [];
    const theirs = (await blameOf(gitDir, sha, path)).map((line) =>
      known.graph.has(line.sha) ? `${line.sha} ${line.path} ${line.line}` : OLDER,
    );
    lines += Math.max(ours.length, theirs.length);
    for (let index = 0; index < Math.max(ours.length, theirs.length); index++) {
      if (ours[index] !== theirs[index])
        wrong.push({ sha, path, line: index + 1, ours: ours[index], git: theirs[index] });
    }
  }
  return { lines, wrong };
}

const NOT_OLDER: LengthBefore = () => undefined;

test.each([5, 2026])(
  'every line of every file of any version is blamed on the commit that git blame names (seed %i)',
  async (seed) => {
    await using repository = await disposable(seed);
    const { known } = await readKnown(repository.gitDir, 0);
    const random = randomFrom(seed);
    const { shas, gitDir } = repository;
    const pairs: { sha: string; path: string }[] = [];
    for (const index of [shas.length - 1, random(shas.length), random(shas.length), random(shas.length)]) {
      const sha = shas[index] ?? '';
      if (!known.graph.has(sha)) continue;
      for (const path of await textFilesOf(gitDir, sha)) pairs.push({ sha, path });
    }
    const { lines, wrong } = await compare(gitDir, known, pairs, NOT_OLDER);
    expect(wrong).toEqual([]);
    expect(lines).toBeGreaterThan(50);
  },
  PATIENCE,
);

test(
  'lines from before the window are older, and a file is as long as it was then and has grown since',
  async () => {
    const seed = 7;
    await using repository = await disposable(seed);
    const { gitDir, shas } = repository;
    const { known, beforeWindow } = await readKnown(gitDir, FIRST_TIME + 40 * 86_400);
    expect(beforeWindow.length).toBeGreaterThan(1);
    const lengths = new Map<string, number>();
    const [base = ''] = beforeWindow;
    for (const sha of beforeWindow) {
      if (sha !== base)
        for (const [key, length] of [...lengths]) if (key.startsWith(base)) lengths.set(key.replace(base, sha), length);
      const files = readWindowFiles({ gitDir, sha, base: sha === base ? null : base, textLimit: 1 << 20 });
      for await (const { path, mode, lineCount } of files) {
        if (mode === '000000') lengths.delete(`${sha} ${path}`);
        else lengths.set(`${sha} ${path}`, lineCount);
      }
    }
    const pairs: { sha: string; path: string }[] = [];
    for (const sha of shas.slice(-8)) {
      if (known.graph.has(sha)) for (const path of await textFilesOf(gitDir, sha)) pairs.push({ sha, path });
    }
    const { lines, wrong } = await compare(gitDir, known, pairs, ({ sha, path }) => lengths.get(`${sha} ${path}`));
    expect(wrong).toEqual([]);
    expect(lines).toBeGreaterThan(100);
  },
  PATIENCE,
);

test.skipIf(histories.length === 0).each(histories)(
  '%s: lines of random versions and files are those of git blame, 99.5 % of them',
  async (gitDir) => {
    const { known } = await readKnown(gitDir, 0);
    const random = randomFrom(Number(process.env['LINESCOPE_SEED'] ?? 1));
    const pairs: { sha: string; path: string }[] = [];
    while (pairs.length < sample) {
      const { sha } = known.graph.at(random(known.graph.size));
      const paths = await textFilesOf(gitDir, sha);
      const path = paths[random(Math.max(paths.length, 1))];
      if (path !== undefined && /^[\x20-\x7e]+$/.test(path)) pairs.push({ sha, path });
    }
    const { lines, wrong } = await compare(gitDir, known, pairs, NOT_OLDER);
    console.log(`${gitDir}: ${lines - wrong.length} of ${lines} lines of ${pairs.length} versions of files`);
    for (const one of wrong.slice(0, 5)) console.log(one);
    expect((lines - wrong.length) / lines).toBeGreaterThanOrEqual(0.995);
  },
  HOURS,
);

async function disposable(seed: number) {
  const repository = await makeRepository(randomHistory(seed, 60));
  return { ...repository, [Symbol.asyncDispose]: repository.remove };
}

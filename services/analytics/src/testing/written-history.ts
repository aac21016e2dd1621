import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Facts } from '@linescope/git-engine/facts';
import { readHistory } from '@linescope/git-engine/read-history';
import { allFacts } from '@linescope/git-engine/referee/check-history';
import { sourceReading } from '@linescope/git-engine/source-reading';
import type { KnownPull } from '../domain/provenance/known-commit.ts';
import type { StoredRecord } from '../domain/provenance/line-evidence.ts';
import { deriveFromFacts } from './derive-from-facts.ts';

const run = promisify(execFile);

/** A line and who wrote it. A line that is taken over from another version is the same object, so the truth needs no guess. */
export interface TrueLine {
  readonly who: 'ai' | 'hand';
  readonly text: string;
}

export const ai = (...texts: string[]): TrueLine[] => texts.map((text) => ({ who: 'ai', text }));
export const hand = (...texts: string[]): TrueLine[] => texts.map((text) => ({ who: 'hand', text }));

export type Files = Record<string, readonly TrueLine[]>;

export interface Tally {
  kept: number;
  lost: string[];
  gained: string[];
}

/** A repository made by git itself, of which is known who wrote each line of each version. */
export interface WrittenHistory {
  git(...args: string[]): Promise<string>;
  /** Commits the files as they are now; `noted`: with a note of the lines that the assistant wrote in it. */
  commit(files: Files, options?: { message?: string; noted?: boolean; amend?: boolean }): Promise<string>;
  /** Writes the note of lines that a commit has anew, against its parent. */
  note(sha: string, files: Files, before: Files): void;
  /** Says what the files of a commit are that git made. */
  made(sha: string, files: Files): Promise<void>;
  pull(pull: Partial<KnownPull>): void;
  /** Keeps what a rewritten branch pointed to, as a host or an earlier import does. */
  keep(sha: string): Promise<void>;
  /** All of it as the engine reads it, with its notes and pull requests. */
  read(): Promise<{ facts: Facts; records: ReadonlyMap<string, StoredRecord>; pulls: readonly KnownPull[] }>;
  /** How the lines of these commits come out. */
  tally(...shas: string[]): Promise<Tally>;
  remove(): Promise<void>;
}

export async function writeHistory(): Promise<WrittenHistory> {
  const folder = await mkdtemp(join(tmpdir(), 'linescope-written-'));
  const records = new Map<string, StoredRecord>();
  const pulls: KnownPull[] = [];
  const truth = new Map<string, Files>();
  let clock = Date.UTC(2026, 0, 5) / 1000;
  const environment = () => {
    clock += 60;
    return {
      PATH: process.env['PATH'],
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_EDITOR: 'true',
      GIT_SEQUENCE_EDITOR: 'true',
      GIT_AUTHOR_NAME: 'Ann',
      GIT_AUTHOR_EMAIL: 'ann@example.com',
      GIT_AUTHOR_DATE: `${clock} +0000`,
      GIT_COMMITTER_NAME: 'Ann',
      GIT_COMMITTER_EMAIL: 'ann@example.com',
      GIT_COMMITTER_DATE: `${clock} +0000`,
    };
  };
  const git = async (...args: string[]): Promise<string> => {
    const { stdout } = await run('git', ['-C', folder, ...args], { env: environment(), maxBuffer: 1 << 26 });
    return stdout.trim();
  };
  await git('init', '--quiet', '--initial-branch=main');

  const write = async (files: Files): Promise<void> => {
    for (const [path, lines] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), lines.map(({ text }) => `${text}\n`).join(''));
      await git('add', '--', path);
    }
  };

  const history: WrittenHistory = {
    git,
    async commit(files, { message = 'Change', noted = false, amend = false } = {}) {
      const before = truth.get(await git('rev-parse', amend ? 'HEAD~1' : 'HEAD').catch(() => '')) ?? {};
      await write(files);
      await git('commit', '--quiet', '--allow-empty', '-m', message, ...(amend ? ['--amend'] : []));
      const sha = await git('rev-parse', 'HEAD');
      const whole = { ...before, ...files };
      truth.set(sha, whole);
      if (noted) history.note(sha, whole, before);
      return sha;
    },
    note(sha, files, before) {
      const paths = Object.keys(files);
      const ranges: number[] = [];
      for (const [number, path] of paths.entries()) {
        const older = new Set(before[path] ?? []);
        for (const [at, line] of (files[path] ?? []).entries())
          if (line.who === 'ai' && !older.has(line)) ranges.push(number, at + 1, at + 1, 0);
      }
      records.set(sha, { paths, ranges, authors: [{ ai: true, tool: 'Claude Code', model: 'opus' }] });
    },
    async made(sha, files) {
      for (const [path, lines] of Object.entries(files)) {
        const text = await git('show', `${sha}:${path}`);
        const expected = lines.map((line) => line.text).join('\n');
        if (text !== expected.trim()) throw new Error(`${path} is not as told:\n${text}\n---\n${expected}`);
      }
      truth.set(sha, files);
    },
    pull(pull) {
      pulls.push({ number: pulls.length + 1, mergeSha: '', squashSha: '', headSha: '', commitShas: [], ...pull });
    },
    async keep(sha) {
      await git('update-ref', `refs/kept/${sha}`, sha);
    },
    async read() {
      const refs = (await git('for-each-ref', '--format=%(objectname)', 'refs/heads', 'refs/kept')).split('\n');
      const read = await readHistory({
        gitDir: join(folder, '.git'),
        defaultTip: await git('rev-parse', 'main'),
        tips: [...new Set(refs)],
        windowStart: 0,
        source: sourceReading,
      });
      const facts = await allFacts(read);
      await read.close();
      return { facts, records, pulls };
    },
    async tally(...shas) {
      const { facts } = await history.read();
      const derived = deriveFromFacts(facts, records, pulls);
      const tally: Tally = { kept: 0, lost: [], gained: [] };
      for (const sha of shas) {
        const files = truth.get(sha) ?? {};
        for (const { path, line, text, evidence } of derived.linesOf(sha)) {
          if (line === null) continue;
          const told = files[path]?.[line - 1];
          if (told === undefined || told.text !== text) throw new Error(`${path}:${line} of ${sha} is not told`);
          if (told.who === 'ai') evidence.ai ? tally.kept++ : tally.lost.push(`${path}:${line} ${text}`);
          else if (evidence.ai) tally.gained.push(`${path}:${line} ${text}`);
        }
      }
      return tally;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
  return history;
}

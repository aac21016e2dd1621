/** Writes a whole history as one stream for `git fast-import`, which makes thousands of commits in a second. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gitText, runGit } from '@linescope/code-host/git/run-git';
import { render, type SourceFile } from '../text/source-tree.ts';

/** A commit that git has not numbered yet. */
export type Mark = number;
export type Stamp = { name: string; email: string; at: number; zone: number };
export type Changes = ReadonlyMap<string, SourceFile | null>;
export type NewCommit = {
  ref: string;
  parents: readonly Mark[];
  author: Stamp;
  committer: Stamp;
  message: string;
  changes: Changes;
};

export const scratchRef = 'refs/work/scratch';

function stampText({ name, email, at, zone }: Stamp): string {
  const size = Math.abs(zone);
  const offset = `${zone < 0 ? '-' : '+'}${String(Math.floor(size / 60)).padStart(2, '0')}${String(size % 60).padStart(2, '0')}`;
  return `${name} <${email}> ${Math.floor(at / 1000)} ${offset}`;
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}

export function historyWriter() {
  const parts: string[] = [];
  let last: Mark = 0;
  return {
    commit: ({ ref, parents, author, committer, message, changes }: NewCommit): Mark => {
      last += 1;
      const [first, ...others] = parents;
      parts.push(
        `commit ${ref}\nmark :${last}\nauthor ${stampText(author)}\ncommitter ${stampText(committer)}\n${data(message)}`,
      );
      if (first !== undefined) parts.push(`from :${first}\n`);
      for (const other of others) parts.push(`merge :${other}\n`);
      for (const [path, file] of changes) {
        parts.push(file === null ? `D ${path}\n` : `M 100644 inline ${path}\n${data(render(file))}`);
      }
      return last;
    },
    tag: (name: string, mark: Mark, tagger: Stamp, message: string): void => {
      parts.push(`tag ${name}\nfrom :${mark}\ntagger ${stampText(tagger)}\n${data(message)}`);
    },
    point: (ref: string, mark: Mark): void => {
      parts.push(`reset ${ref}\nfrom :${mark}\n\n`);
    },
    parts,
  };
}
export type HistoryWriter = ReturnType<typeof historyWriter>;

/** Makes the bare repository, puts it in place whole, and says which commit each mark became. */
export async function importHistory(place: string, parts: readonly string[]): Promise<(mark: Mark) => string> {
  const gitDir = `${place}.new`;
  rmSync(gitDir, { recursive: true, force: true });
  mkdirSync(gitDir, { recursive: true });
  await runGit(gitDir, ['init', '--quiet', '--bare', '--initial-branch=main', '.']);
  const marksFile = join(gitDir, 'marks');
  await fastImport(gitDir, parts, [`--export-marks=${marksFile}`]);
  await gitText(gitDir, ['update-ref', '-d', scratchRef]);
  const shas = new Map(
    readFileSync(marksFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => marked(line)),
  );
  rmSync(marksFile);
  rmSync(place, { recursive: true, force: true });
  renameSync(gitDir, place);
  return (mark) => {
    const sha = shas.get(mark);
    if (sha === undefined) throw new RangeError(`No commit carries mark ${mark}.`);
    return sha;
  };
}

function marked(line: string): [Mark, string] {
  const [mark = '', sha = ''] = line.slice(1).split(' ');
  return [Number(mark), sha];
}

/** Adds a note to each of some commits, under a ref that has none yet. */
export async function importNotes(
  place: string,
  ref: string,
  by: Stamp,
  notes: Iterable<readonly [sha: string, text: string]>,
): Promise<void> {
  const parts = [`commit ${ref}\ncommitter ${stampText(by)}\n${data('Notes added by Git AI')}`];
  for (const [sha, text] of notes) parts.push(`N inline ${sha}\n${data(text)}`);
  if (parts.length > 1) await fastImport(place, parts, []);
}

async function fastImport(gitDir: string, parts: readonly string[], options: readonly string[]): Promise<void> {
  const child = spawn('git', ['-C', gitDir, 'fast-import', '--quiet', '--force', ...options], {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
  });
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const exited = once(child, 'close');
  for (const part of parts) if (!child.stdin.write(part)) await once(child.stdin, 'drain');
  child.stdin.end();
  const [code] = await exited;
  if (code !== 0) throw new Error(`git fast-import refused the demo's history: ${complaint.slice(0, 400)}`);
}

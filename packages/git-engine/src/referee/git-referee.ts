import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { unquotePath } from '../walk/blame-lane.ts';
import { refereeEnvironment } from './made-up-history.ts';

/** Git's own answers, asked as a person would ask them. */

const run = promisify(execFile);

async function git(gitDir: string, args: readonly string[]): Promise<Buffer> {
  const settings = ['-c', 'core.quotePath=true', '-c', 'safe.directory=*'];
  const options = { env: refereeEnvironment(), maxBuffer: 1 << 30, encoding: 'buffer' as const };
  return (await run('git', ['--git-dir', gitDir, ...settings, ...args], options)).stdout;
}

/** For each commit its files with lines added and deleted, as `git log --numstat` prints them: `added deleted path`. */
export async function numstatOf(gitDir: string, tips: readonly string[]): Promise<Map<string, string[]>> {
  const output = await git(gitDir, ['log', '--numstat', '-z', '--format=%x01%H', ...tips]);
  const commits = new Map<string, string[]>();
  for (const part of output.toString('latin1').split('\u0001').slice(1)) {
    const [sha = '', ...rest] = part.split('\0');
    const fields = rest.map((field) => field.replace(/^\n/, ''));
    const files: string[] = [];
    for (let index = 0; index < fields.length; index++) {
      const [added, deleted, path] = (fields[index] ?? '').split('\t');
      if (added === undefined || deleted === undefined || path === undefined) continue;
      const name = path === '' ? fields[index + 2] : path;
      if (path === '') index += 2;
      files.push(`${added} ${deleted} ${name}`);
    }
    commits.set(sha, files.sort());
  }
  return commits;
}

export type BlamedLine = { readonly sha: string; readonly path: string; readonly line: number };

/** Who wrote each line of a file, or of one line of it; paths as bytes in a latin1 string. */
export async function blameOf(gitDir: string, at: string, path: string, only?: number): Promise<BlamedLine[]> {
  const range = only === undefined ? [] : ['-L', `${only},${only}`];
  const output = await git(gitDir, ['blame', '--incremental', ...range, at, '--', path]);
  const lines: BlamedLine[] = [];
  let piece = { sha: '', from: 0, to: 0, count: 0 };
  for (const text of output.toString('latin1').split('\n')) {
    const start = /^([0-9a-f]{40}) (\d+) (\d+) (\d+)$/.exec(text);
    if (start) piece = { sha: start[1] ?? '', from: Number(start[2]), to: Number(start[3]), count: Number(start[4]) };
    if (!text.startsWith('filename ')) continue;
    const origin = unquotePath(text.slice('filename '.length));
    for (let line = 0; line < piece.count; line++) {
      const index = only === undefined ? piece.to + line - 1 : 0;
      lines[index] = { sha: piece.sha, path: origin, line: piece.from + line };
    }
  }
  return lines;
}

/** The text files of a tree, as bytes in latin1. */
export async function textFilesOf(gitDir: string, at: string): Promise<string[]> {
  const output = await git(gitDir, [
    'diff-tree',
    '-r',
    '--numstat',
    '-z',
    '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
    at,
  ]);
  const files = output
    .toString('latin1')
    .split('\0')
    .map((line) => line.split('\t'));
  const submodules = await submodulesOf(gitDir, at);
  return files.flatMap(([added, , path]) => (added && added !== '-' && path && !submodules.has(path) ? [path] : []));
}

async function submodulesOf(gitDir: string, at: string): Promise<Set<string>> {
  const output = await git(gitDir, ['ls-tree', '-r', '-z', at]);
  const entries = output
    .toString('latin1')
    .split('\0')
    .map((entry) => entry.split('\t'));
  return new Set(entries.flatMap(([head, path]) => (head?.startsWith('160000') && path ? [path] : [])));
}

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
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

export async function parentsOf(gitDir: string, sha: string): Promise<string[]> {
  const output = await git(gitDir, ['rev-list', '--parents', '--max-count=1', sha]);
  return output.toString().trim().split(' ').slice(1);
}

/** The commits of a branch along their first parents, newest first. */
export async function firstParentsOf(gitDir: string, tip: string): Promise<string[]> {
  return (await git(gitDir, ['rev-list', '--first-parent', tip])).toString().trim().split('\n');
}

/** The newest commit up to `at` that changed a file, as `git log -- <path>` walks; null when there is none. */
export async function lastChangeOf(gitDir: string, at: string, path: string): Promise<string | null> {
  const output = await git(gitDir, ['rev-list', '--max-count=1', at, '--', Buffer.from(path, 'latin1').toString()]);
  return output.toString().trim() || null;
}

export type Patch = { readonly pathBefore: string | null; readonly hunks: readonly Hunk[] };
type Hunk = { readonly oldCount: number; readonly newStart: number; readonly newCount: number };

/** What git's patch between two commits says of one file, in hunks without context; null when it does not name it. */
export async function patchOf(gitDir: string, before: string, after: string, path: string): Promise<Patch | null> {
  const output = await git(gitDir, ['diff-tree', '-r', '-p', '-M', '--no-ext-diff', before, after]);
  for (const part of output
    .toString('latin1')
    .split(/^diff --git /m)
    .slice(1)) {
    const lines = part.split('\n');
    const named = (mark: string) => lines.find((line) => line.startsWith(mark))?.slice(mark.length);
    const to = named('rename to ') ?? named('+++ ')?.replace(/\t$/, '');
    if (to === undefined || unquotePath(to).replace(/^b\//, '') !== path) continue;
    const from = named('rename from ') ?? named('--- ')?.replace(/\t$/, '') ?? '';
    const hunks = hunksOf(lines);
    return { pathBefore: from === '/dev/null' ? null : unquotePath(from).replace(/^a\//, ''), hunks };
  }
  return null;
}

function hunksOf(lines: readonly string[]): Hunk[] {
  const hunks: Hunk[] = [];
  let line = 0;
  let open: { oldCount: number; newStart: number; newCount: number } | null = null;
  for (const text of lines) {
    const start = /^@@ -\S+ \+(\d+)(,0)?/.exec(text);
    if (start) line = Number(start[1]) + (start[2] === ',0' ? 1 : 0);
    if (start || line === 0 || !/^[+-]/.test(text)) {
      open = null;
      if (!start && text.startsWith(' ')) line += 1;
      continue;
    }
    // Where nothing is added, a hunk names the line it stands behind, as git does.
    if (open === null) {
      open = { oldCount: 0, newStart: line - 1, newCount: 0 };
      hunks.push(open);
    }
    if (text.startsWith('-')) open.oldCount += 1;
    else {
      if (open.newCount === 0) open.newStart = line;
      open.newCount += 1;
      line += 1;
    }
  }
  return hunks;
}

/** Git quotes a path with control characters or bytes past ASCII as a C string. */
function unquotePath(text: string): string {
  if (!text.startsWith('"')) return text;
  return text.slice(1, -1).replace(/\\([0-7]{3}|.)/g, (_, code: string) => {
    if (code.length === 3) return String.fromCharCode(Number.parseInt(code, 8));
    return { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', v: '\v', f: '\f' }[code] ?? code;
  });
}

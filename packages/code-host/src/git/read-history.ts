/** What GitHub's API gives of a git directory, asked of git itself. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gitText } from './run-git.ts';

export type Signature = { name: string; email: string; date: string };
export type Commit = {
  sha: string;
  tree: string;
  parents: string[];
  author: Signature;
  committer: Signature;
  message: string;
};
export type Ref = { name: string; sha: string; type: string; peeled: string };

const format = '%H%x00%T%x00%P%x00%an%x00%ae%x00%aI%x00%cn%x00%ce%x00%cI%x00%B%x00%x01';

export async function defaultBranch(gitDir: string): Promise<string> {
  // Read from the file itself: this is asked on nearly every call, and a process each would be dear.
  const [, named] = /^ref: refs\/heads\/(.+)$/m.exec(await readFile(join(gitDir, 'HEAD'), 'utf8')) ?? [];
  if (named !== undefined) return named;
  const branches = (await listRefs(gitDir, 'refs/heads/')).map((ref) => ref.name.slice('refs/heads/'.length));
  return ['main', 'master'].find((name) => branches.includes(name)) ?? branches[0] ?? 'main';
}

export async function listRefs(gitDir: string, prefix: string): Promise<Ref[]> {
  const text = await gitText(gitDir, [
    'for-each-ref',
    '--format=%(refname)%00%(objectname)%00%(objecttype)%00%(*objectname)',
    prefix.replace(/\/$/, ''),
  ]);
  const lines = (text ?? '').split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const [name = '', sha = '', type = '', peeled = ''] = line.split('\0');
    return { name, sha, type, peeled: peeled || sha };
  });
}

/** The commit a branch, tag or sha names; undefined where there is none. A name can't become an option. */
export async function resolveCommit(gitDir: string, name: string): Promise<string | undefined> {
  if (name.startsWith('-') || name.length > 500) return undefined;
  const text = await gitText(gitDir, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
  return text?.trim() || undefined;
}

export type CommitQuery = { range: string[]; since?: string; until?: string; author?: string; path?: string };

function selection(query: CommitQuery): string[] {
  return [
    ...(query.since ? [`--since=${query.since}`] : []),
    ...(query.until ? [`--until=${query.until}`] : []),
    ...(query.author ? ['--fixed-strings', '--regexp-ignore-case', `--author=${query.author}`] : []),
    ...query.range,
    '--',
    ...(query.path ? [query.path] : []),
  ];
}

export async function countCommits(gitDir: string, query: CommitQuery): Promise<number> {
  return Number((await gitText(gitDir, ['rev-list', '--count', ...selection(query)])) ?? 0);
}

export async function listCommits(gitDir: string, query: CommitQuery, skip: number, limit: number): Promise<Commit[]> {
  const args = ['log', `--format=${format}`, `--skip=${skip}`, `--max-count=${limit}`, ...selection(query)];
  return parseCommits(await gitText(gitDir, args));
}

/** Commits by their shas, in one run of git; those that are not there are left out. */
export async function readCommits(gitDir: string, shas: readonly string[]): Promise<Map<string, Commit>> {
  const args = [
    'log',
    '--no-walk=unsorted',
    '--ignore-missing',
    `--format=${format}`,
    '--end-of-options',
    ...shas,
    '--',
  ];
  return new Map(parseCommits(await gitText(gitDir, args)).map((commit) => [commit.sha, commit]));
}

const parseCommits = (text = ''): Commit[] =>
  text.split('\0\x01').flatMap((entry) => (entry.trim() === '' ? [] : [parseCommit(entry.replace(/^\n/, ''))]));

function parseCommit(entry: string): Commit {
  const [sha = '', tree = '', parents = '', an = '', ae = '', ad = '', cn = '', ce = '', cd = '', message = ''] =
    entry.split('\0');
  return {
    sha,
    tree,
    parents: parents.split(' ').filter((parent) => parent !== ''),
    author: { name: an, email: ae, date: utc(ad) },
    committer: { name: cn, email: ce, date: utc(cd) },
    message: message.replace(/\n+$/, ''),
  };
}

function utc(date: string): string {
  const parsed = new Date(date);
  return Number.isNaN(parsed.getTime()) ? '1970-01-01T00:00:00Z' : parsed.toISOString().replace(/\.\d{3}Z$/, 'Z');
}

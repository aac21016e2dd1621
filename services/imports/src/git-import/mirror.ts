import { access as exists, mkdir, readdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { GitError } from '@linescope/git-engine/git/git-error';
import { askGit } from '@linescope/git-engine/git/run-git';
import type { CloneAccess } from '@linescope/providers/code-hosts/code-host';
import { type CloneEgress, fetchEnvironment } from './fetch-environment.ts';
import { FetchFailure, fetchFailureOf } from './fetch-failure.ts';
import { NOTE_REFS } from './read-line-records.ts';
import { type FetchLimits, watchFetch } from './watch-fetch.ts';

const REFSPECS = [
  '+refs/heads/*:refs/heads/*',
  '+refs/tags/*:refs/tags/*',
  '+refs/pull/*/head:refs/pull/*/head',
  '+refs/merge-requests/*/head:refs/pull/*/head',
  '+refs/pull-requests/*/from:refs/pull/*/head',
  // A pattern, since a ref that the host has not would fail the fetch.
  '+refs/notes/ai*:refs/notes/ai*',
  '+refs/notes/agent-trace*:refs/notes/agent-trace*',
];

export interface Mirror {
  gitDir: string;
  /** Null where the repo has no branch that could be the default one. */
  defaultBranch: string | null;
  /** Ref name → commit, of branches and pull-request heads. */
  tips: Record<string, string>;
  /** Ref name → commit, of the notes that record who wrote lines. */
  noteTips: Record<string, string>;
}

export interface MirrorRequest {
  cloneFolder: string;
  entityId: number;
  repoId: number;
  access: CloneAccess;
  /** As the host's API says; git's own answer counts where it has none. */
  defaultBranch: string | null;
  egress: CloneEgress;
  limits: FetchLimits;
  signal: AbortSignal;
}

export const cloneFolderOf = (config: { DATA_DIR: string }): string => join(config.DATA_DIR, 'clones');

export const mirrorPath = (cloneFolder: string, entityId: number, repoId: number): string =>
  join(cloneFolder, String(entityId), `${repoId}.git`);

/** Fetches what is new into the bare mirror and returns where its refs point. */
export async function refreshMirror(request: MirrorRequest): Promise<Mirror> {
  const gitDir = mirrorPath(request.cloneFolder, request.entityId, request.repoId);
  const { env, proxy } = await fetchEnvironment(request.access, request.egress);
  await using watch = watchFetch(gitDir, request.limits, request.signal);
  const git = (args: string[]) => runGit(gitDir, args, env, proxy, watch.signal);
  await mkdir(gitDir, { recursive: true });
  if (!(await isThere(join(gitDir, 'HEAD')))) await git(['init', '--bare', '--quiet', '--template=']);
  await removePartialPacks(gitDir);
  // Both requests at once; where both fail, the fetch's reason counts.
  const readingHead = remoteDefaultBranch(git, request.access.url);
  readingHead.catch(() => {});
  await git([
    'fetch',
    '--quiet',
    '--prune',
    '--no-tags',
    '--no-write-fetch-head',
    '--no-recurse-submodules',
    '--end-of-options',
    request.access.url,
    ...REFSPECS,
  ]);
  await watch.check();
  await utimes(gitDir, new Date(), new Date());
  const { tips, noteTips } = await readTips(git);
  const remoteHead = await readingHead;
  const wanted = [request.defaultBranch, remoteHead].find(
    (branch) => branch !== null && tips[`refs/heads/${branch}`] !== undefined,
  );
  return { gitDir, defaultBranch: wanted ?? null, tips, noteTips };
}

async function remoteDefaultBranch(git: (args: string[]) => Promise<string>, url: string): Promise<string | null> {
  const answer = await git(['ls-remote', '--symref', '--end-of-options', url, 'HEAD']);
  return /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(answer)?.[1] ?? null;
}

async function readTips(git: (args: string[]) => Promise<string>): Promise<Pick<Mirror, 'tips' | 'noteTips'>> {
  const patterns = ['refs/heads', 'refs/pull', ...NOTE_REFS];
  const answer = await git(['for-each-ref', '--format=%(objecttype) %(objectname) %(refname)', ...patterns]);
  const tips: Record<string, string> = {};
  const noteTips: Record<string, string> = {};
  for (const line of answer.split('\n')) {
    const [type, sha, ref] = line.split(' ');
    if (type !== 'commit' || !sha || !ref) continue;
    (ref.startsWith('refs/notes/') ? noteTips : tips)[ref] = sha;
  }
  return { tips, noteTips };
}

const LOCKS = [
  'packed-refs.lock',
  'HEAD.lock',
  'config.lock',
  'shallow.lock',
  'objects/info/commit-graphs/commit-graph-chain.lock',
];

/** A fetch that was killed leaves part of a pack and lock files behind. */
async function removePartialPacks(gitDir: string): Promise<void> {
  const folder = join(gitDir, 'objects', 'pack');
  const names = await readdir(folder).catch(() => []);
  await Promise.all(
    names.filter((name) => name.startsWith('tmp_')).map((name) => rm(join(folder, name), { force: true })),
  );
  // A fetch holds the locks of all refs that it changes at once.
  const refs = await readdir(join(gitDir, 'refs'), { recursive: true }).catch(() => []);
  const locks = refs.filter((name) => name.endsWith('.lock')).map((name) => join('refs', name));
  for (const lock of [...LOCKS, ...locks]) await rm(join(gitDir, lock), { force: true });
}

const isThere = (path: string): Promise<boolean> =>
  exists(path).then(
    () => true,
    () => false,
  );

async function runGit(
  gitDir: string,
  args: string[],
  environment: NodeJS.ProcessEnv,
  proxy: URL | null,
  signal: AbortSignal,
): Promise<string> {
  try {
    return (await askGit({ gitDir, args, environment, signal })).toString('utf8');
  } catch (error) {
    if (signal.reason instanceof FetchFailure) throw signal.reason;
    throw error instanceof GitError ? fetchFailureOf(error, proxy) : error;
  }
}

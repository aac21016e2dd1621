import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GitError } from './git-error.ts';
import { askGit } from './run-git.ts';

export type Repository = {
  readonly gitDir: string;
  /** Commits whose parents a shallow clone does not have. */
  readonly shallowRoots: ReadonlySet<string>;
};

/** Opens a git folder, or says in a typed error why it can't be read. */
export async function openRepository(gitDir: string): Promise<Repository> {
  const answer = await askGit({ gitDir, args: ['rev-parse', '--show-object-format'] }).catch((error: unknown) => {
    throw new GitError('not_a_repository', error instanceof GitError ? error.detail : String(error));
  });
  if (answer.toString().trim() !== 'sha1') throw new GitError('sha256_repository');
  if (await isPartial(gitDir)) throw new GitError('partial_clone');
  const shallow = await readFile(join(gitDir, 'shallow'), 'latin1').catch(() => '');
  return { gitDir, shallowRoots: new Set(shallow.split('\n').filter((line) => line !== '')) };
}

async function isPartial(gitDir: string): Promise<boolean> {
  const args = [
    'config',
    '--local',
    '--name-only',
    '--get-regexp',
    '^(extensions\\.partialclone|remote\\..*\\.promisor)$',
  ];
  const names = await askGit({ gitDir, args }).catch(() => Buffer.alloc(0));
  return names.length > 0;
}

/** Whole names of the commits that tips stand for, asked for by standard input: a tip is never taken for an option. */
export async function resolveTips(gitDir: string, tips: readonly string[]): Promise<string[]> {
  const input = tips.map((tip) => `${tip.replaceAll('\n', ' ')}^{commit}`);
  const answer = await askGit({ gitDir, args: ['cat-file', '--batch-check=%(objectname) %(objecttype)'], input });
  const names = answer.toString('latin1').split('\n');
  const resolved: string[] = [];
  for (const [index, tip] of tips.entries()) {
    const name = /^([0-9a-f]{40}) commit$/.exec(names[index] ?? '')?.[1];
    if (name !== undefined) resolved.push(name);
    else throw new GitError((await isEmpty(gitDir)) ? 'empty_repository' : 'unknown_tip', tip.slice(0, 200));
  }
  return resolved;
}

async function isEmpty(gitDir: string): Promise<boolean> {
  return (await askGit({ gitDir, args: ['rev-list', '--all', '--max-count=1'] })).length === 0;
}

/** Whether a commit is still there and the tip descends from it. */
export async function isAncestor(gitDir: string, sha: string, tip: string): Promise<boolean> {
  return await askGit({ gitDir, args: ['merge-base', '--is-ancestor', '--end-of-options', sha, tip] }).then(
    () => true,
    () => false,
  );
}

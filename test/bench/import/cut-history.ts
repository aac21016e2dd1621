import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { refereeEnvironment } from '@linescope/git-engine/referee/made-up-history';

const run = promisify(execFile);

export const git = async (gitDir: string, ...args: string[]): Promise<string> =>
  (await run('git', ['--git-dir', gitDir, ...args], { env: refereeEnvironment(), maxBuffer: 1 << 28 })).stdout.trim();

/** A repository whose branch `main` stands at a commit of another one; objects are not copied. */
export async function standAt(gitDir: string, source: string, sha: string): Promise<void> {
  await run('git', ['init', '--quiet', '--bare', '--initial-branch=main', gitDir], { env: refereeEnvironment() });
  await mkdir(join(gitDir, 'objects', 'info'), { recursive: true });
  await writeFile(join(gitDir, 'objects', 'info', 'alternates'), `${join(source, 'objects')}\n`);
  await git(gitDir, 'update-ref', 'refs/heads/main', sha);
}

export const countCommits = async (gitDir: string, range: string): Promise<number> =>
  Number(await git(gitDir, 'rev-list', '--count', range));

/** The newest commit of the main line that has at most so many commits in its history. */
export async function commitWith(gitDir: string, tip: string, most: number): Promise<string> {
  const line = (await git(gitDir, 'rev-list', '--first-parent', tip)).split('\n');
  let low = 0;
  let high = line.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((await countCommits(gitDir, line[middle] ?? tip)) <= most) high = middle;
    else low = middle + 1;
  }
  return line[low] ?? tip;
}

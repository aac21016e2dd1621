import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Commit, listCommits } from './read-history.ts';

const newest = new Map<string, { tip: string; commit: Promise<Commit | undefined> }>();

/**
 * The commit that a branch points at. A list of repos asks it of each of them, so the answer is kept for as long as the branch stays:
 * where that is, its file says without a process.
 */
export async function newestCommit(gitDir: string, branch: string): Promise<Commit | undefined> {
  const tip = await looseTip(gitDir, branch);
  if (tip === undefined) return readNewest(gitDir, branch);
  const key = `${gitDir}\0${branch}`;
  const known = newest.get(key);
  if (known?.tip === tip) return known.commit;
  const commit = readNewest(gitDir, tip);
  newest.set(key, { tip, commit });
  // What git could not read is asked again.
  if ((await commit) === undefined && newest.get(key)?.commit === commit) newest.delete(key);
  return commit;
}

/** Undefined where the branch is packed, or a name for another one. */
async function looseTip(gitDir: string, branch: string): Promise<string | undefined> {
  const text = await readFile(join(gitDir, 'refs', 'heads', branch), 'latin1').catch(() => '');
  return /^[0-9a-f]{40,64}$/m.exec(text)?.[0];
}

const readNewest = async (gitDir: string, name: string): Promise<Commit | undefined> =>
  (await listCommits(gitDir, { range: [name] }, 0, 1))[0];

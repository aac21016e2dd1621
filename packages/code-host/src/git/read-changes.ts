import { gitText } from './run-git.ts';

export type FileChange = {
  path: string;
  previousPath?: string;
  sha: string;
  status: string;
  additions: number;
  deletions: number;
};

const statuses: Record<string, string> = {
  A: 'added',
  D: 'removed',
  M: 'modified',
  T: 'changed',
  R: 'renamed',
  C: 'copied',
};

/** The files between two trees, in git's order: raw lines first, then the counts in the same order. */
export async function readChanges(gitDir: string, from: string, to: string): Promise<FileChange[]> {
  const text = await gitText(gitDir, [
    'diff-tree',
    '-r',
    '-M',
    '-z',
    '--raw',
    '--numstat',
    '--no-abbrev',
    from,
    to,
    '--',
  ]);
  const fields = (text ?? '').split('\0');
  const changes: FileChange[] = [];
  let at = 0;
  for (let raw = fields[at]; raw?.startsWith(':'); raw = fields[at]) {
    const [, , , sha = '', letters = 'M'] = raw.split(' ');
    const moved = /^[RC]/.test(letters);
    const first = fields[at + 1] ?? '';
    const second = fields[at + 2] ?? '';
    const status = statuses[letters.charAt(0)] ?? 'modified';
    changes.push({
      path: moved ? second : first,
      ...(moved ? { previousPath: first } : {}),
      sha,
      status,
      additions: 0,
      deletions: 0,
    });
    at += moved ? 3 : 2;
  }
  for (const change of changes) {
    const [added = '0', deleted = '0', path] = (fields[at] ?? '').split('\t');
    change.additions = Number(added) || 0;
    change.deletions = Number(deleted) || 0;
    at += path === '' ? 3 : 1;
  }
  return changes;
}

export const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

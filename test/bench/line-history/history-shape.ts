import { git } from './ask-both.ts';

const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** What the cost of `git log -L` depends on: how wide and deep the tree is, how long files are, how changes spread over them. */
export interface HistoryShape {
  commits: number;
  files: number;
  folders: number;
  /** Entries of a tree, the widest. */
  widest: number;
  depth: number;
  lines: { median: number; p90: number; most: number };
  filesPerCommit: { median: number; mean: number };
  /** Share of all changes that the tenth of files changed most often has. */
  hotShare: number;
}

export async function shapeOf(gitDir: string): Promise<HistoryShape> {
  const paths = (await git(gitDir, ['ls-tree', '-r', '-z', '--name-only', 'HEAD'])).split('\0').filter(Boolean);
  const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
  const entries = new Map<string, Set<string>>();
  for (const path of paths) {
    for (let child = path; child !== ''; child = folderOf(child)) {
      const folder = folderOf(child);
      entries.set(folder, (entries.get(folder) ?? new Set()).add(child));
    }
  }
  const numstat = (await git(gitDir, ['diff-tree', '-r', '--numstat', '-z', EMPTY_TREE, 'HEAD'])).split('\0');
  const lines = numstat.map((record) => Number(record.split('\t')[0])).filter((count) => count > 0);
  const log = await git(gitDir, ['log', '--no-merges', '--no-renames', '--name-only', '--format=%x00', 'HEAD']);
  const commits = log.split('\0').slice(1);
  const changed = commits.map((names) => names.split('\n').filter(Boolean));
  const perFile = new Map<string, number>();
  for (const path of changed.flat()) perFile.set(path, (perFile.get(path) ?? 0) + 1);
  const counts = [...perFile.values()].sort((one, other) => other - one);
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  return {
    commits: Number(await git(gitDir, ['rev-list', '--count', 'HEAD'])),
    files: paths.length,
    folders: entries.size,
    widest: Math.max(...[...entries.values()].map((children) => children.size)),
    depth: quantile(
      paths.map((path) => path.split('/').length),
      0.5,
    ),
    lines: { median: quantile(lines, 0.5), p90: quantile(lines, 0.9), most: quantile(lines, 1) },
    filesPerCommit: {
      median: quantile(
        changed.map((names) => names.length),
        0.5,
      ),
      mean: sum(changed.map((names) => names.length)) / changed.length,
    },
    hotShare: sum(counts.slice(0, Math.ceil(counts.length / 10))) / sum(counts),
  };
}

export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const describeShape = (shape: HistoryShape): string =>
  [
    `${shape.commits} commits, ${shape.files} files in ${shape.folders} folders (the widest has ${shape.widest} entries, the median file stands ${shape.depth} deep)`,
    `lines a file: median ${shape.lines.median}, p90 ${shape.lines.p90}, most ${shape.lines.most}`,
    `files a commit: median ${shape.filesPerCommit.median}, mean ${shape.filesPerCommit.mean.toFixed(1)}`,
    `a tenth of the files has ${(shape.hotShare * 100).toFixed(0)} % of the changes`,
  ].join('; ');

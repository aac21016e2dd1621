import type { Release } from '@linescope/client/answers';
import type { Defect } from './delivery-data.ts';

export interface TimelineRow {
  name: string;
  releases: Release[];
  defects: Defect[];
}

const MOST_REPOS = 10;

/**
 * A row a repo that has a release or a defect; of many the busiest, and one row for the others. A defect stands in the
 * row of its first repo, and one that has none yet in a row of its own.
 */
export function timelineRows(releases: Release[], defects: Defect[]): TimelineRow[] {
  const byRepo = new Map<string, TimelineRow>();
  const noRepo: TimelineRow = { name: 'No repo yet', releases: [], defects: [] };
  const rowOf = (repo: string): TimelineRow => {
    const row = byRepo.get(repo) ?? { name: repo, releases: [], defects: [] };
    byRepo.set(repo, row);
    return row;
  };
  for (const release of releases) rowOf(release.repo_path).releases.push(release);
  for (const defect of defects) {
    const [first] = defect.repoPaths;
    const repo = defect.repoPaths.find((path) => byRepo.has(path)) ?? first;
    (repo === undefined ? noRepo : rowOf(repo)).defects.push(defect);
  }
  const busiest = [...byRepo.values()].toSorted((one, other) => marksOf(other) - marksOf(one));
  const cut = busiest.slice(MOST_REPOS);
  const others: TimelineRow = {
    name: `Other repos (${cut.length})`,
    releases: cut.flatMap((row) => row.releases),
    defects: cut.flatMap((row) => row.defects),
  };
  return [
    ...busiest.slice(0, MOST_REPOS).toSorted((one, other) => one.name.localeCompare(other.name)),
    ...[others, noRepo].filter((row) => marksOf(row) > 0),
  ];
}

const marksOf = ({ releases, defects }: TimelineRow): number => releases.length + defects.length;

import { z } from 'zod';
import type { CommitFacts } from '../store/sha-facts.ts';
import { bound, fragment } from '../store/sql.ts';
import { type AuditQuery, ONE_THREAD } from './audit-query.ts';
import { commitName } from './commit-name.ts';
import { ofEntity } from './conditions.ts';
import { newest } from './row-fields.ts';

const branchRow = z.object({
  repo_id: z.coerce.number(),
  number: z.coerce.number(),
  branch_name: z.string(),
  version: z.coerce.number(),
});

export interface PullNumber {
  repo_id: number;
  number: number;
}
export const pullName = ({ repo_id: repoId, number }: PullNumber): string => `${repoId} ${number}`;

export type PullBranch = z.output<typeof branchRow>;

/** What the newest version of each pull request says of its branch. */
async function readPullBranches(query: AuditQuery, pulls: readonly PullNumber[]): Promise<Map<string, PullBranch>> {
  if (pulls.length === 0) return new Map();
  const repos = bound(
    'pull_repos',
    'Array(UInt64)',
    pulls.map(({ repo_id: id }) => id),
  );
  const numbers = bound(
    'pull_numbers',
    'Array(UInt32)',
    pulls.map(({ number }) => number),
  );
  const rows = await query.context.clickHouse.query({
    name: 'audit_branches',
    ...fragment`SELECT repo_id, number, branch_name, version FROM pull_request_branches
     WHERE ${ofEntity(query)} AND (repo_id, number) IN arrayZip(${repos}, ${numbers})`,
    row: branchRow,
    settings: ONE_THREAD,
  });
  return newest(rows, pullName);
}

/** The branches of the pull requests that hold each commit, as the newest version of each pull request lists them; those of the page are known. */
export async function readCommitBranches(
  query: AuditQuery,
  commits: readonly CommitFacts[],
  listed: readonly PullBranch[],
): Promise<Map<string, string[]>> {
  const known = new Map(listed.map((pull) => [pullName(pull), pull]));
  const holding = commits.flatMap(({ repo_id, sha, pulls }) =>
    pulls.map(([number, version]) => ({ repo_id, sha, number, version })),
  );
  const others = holding.filter((row) => !known.has(pullName(row)));
  const wanted = [...new Map(others.map((row) => [pullName(row), row])).values()];
  const read = await readPullBranches(query, wanted);
  const branches = new Map<string, string[]>();
  for (const row of holding) {
    const pull = known.get(pullName(row)) ?? read.get(pullName(row));
    if (pull?.version !== row.version) continue;
    const names = branches.get(commitName(row)) ?? [];
    if (!names.includes(pull.branch_name)) branches.set(commitName(row), [...names, pull.branch_name]);
  }
  return branches;
}

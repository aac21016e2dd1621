import { z } from 'zod';
import { bound, fragment } from '../store/sql.ts';
import { type AuditQuery, ONE_ENTITY, ONE_THREAD } from './audit-query.ts';
import { type CommitChoice, commitName, ofPageRepos } from './commit-keys.ts';
import { newest } from './row-fields.ts';

const version = z.coerce.number();
const holdingRow = z.object({
  repo_id: z.coerce.number(),
  sha: z.string(),
  number: z.coerce.number(),
  newest: version,
});
const pullRow = z.object({ repo_id: z.coerce.number(), number: z.coerce.number(), branch_name: z.string(), version });

const pullName = ({ repo_id: repoId, number }: { repo_id: number; number: number }): string => `${repoId} ${number}`;

/** The branches of the pull requests that hold each commit, as the newest version of each pull request lists them. */
export async function readCommitBranches(query: AuditQuery, chosen: CommitChoice): Promise<Map<string, string[]>> {
  const { clickHouse } = query.context;
  const ofPage = ofPageRepos(query, chosen.keys);
  const holding = await clickHouse.query({
    name: 'audit_commit_pulls',
    ...fragment`SELECT repo_id, toString(sha) AS sha, number, max(version) AS newest FROM commit_pulls
     WHERE ${ofPage} AND ${chosen.includes('commit_pulls.sha')} GROUP BY repo_id, sha, number`,
    row: holdingRow,
    settings: chosen.span ? ONE_THREAD : ONE_ENTITY,
  });
  if (holding.length === 0) return new Map();
  const wanted = [...new Map(holding.map((row) => [pullName(row), row])).values()];
  const repos = bound(
    'pull_repos',
    'Array(UInt64)',
    wanted.map(({ repo_id: id }) => id),
  );
  const numbers = bound(
    'pull_numbers',
    'Array(UInt32)',
    wanted.map(({ number }) => number),
  );
  const pulls = await clickHouse.query({
    name: 'audit_branches',
    ...fragment`SELECT repo_id, number, branch_name, version FROM pull_requests
     WHERE ${ofPage} AND (repo_id, number) IN arrayZip(${repos}, ${numbers})`,
    row: pullRow,
    settings: chosen.span ? ONE_THREAD : ONE_ENTITY,
  });
  const current = newest(pulls, pullName);
  const branches = new Map<string, string[]>();
  for (const row of holding) {
    const pull = current.get(pullName(row));
    if (pull?.version !== row.newest) continue;
    const known = branches.get(commitName(row)) ?? [];
    if (!known.includes(pull.branch_name)) branches.set(commitName(row), [...known, pull.branch_name]);
  }
  return branches;
}

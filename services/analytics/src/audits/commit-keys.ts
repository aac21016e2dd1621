import { bound, fragment, type SqlFragment } from '../store/sql.ts';
import type { AuditQuery } from './audit-query.ts';
import { ofEntity } from './conditions.ts';

export interface CommitKey {
  repo_id: number;
  sha: string;
  /** Known where commits were listed by time, which saves a query. */
  authored_s?: number;
}

/** The commits of a page, bound as they are: computed by a lambda they would not use the order of a table. */
export const pageCommits = (commits: readonly CommitKey[]): SqlFragment =>
  fragment`arrayZip(${bound(
    'page_repo_ids',
    'Array(UInt64)',
    commits.map(({ repo_id: id }) => id),
  )}, ${bound(
    'page_shas',
    'Array(String)',
    commits.map(({ sha }) => sha),
  )})`;

export const ofPageRepos = (query: AuditQuery, records: readonly { repo_id: number }[]): SqlFragment =>
  fragment`${ofEntity(query)} AND repo_id IN ${bound('page_repos', 'Array(UInt64)', [...new Set(records.map(({ repo_id: id }) => id))])}`;

export const commitName = ({ repo_id: repoId, sha }: CommitKey): string => `${repoId}:${sha}`;

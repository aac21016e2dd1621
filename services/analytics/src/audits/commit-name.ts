export interface CommitKey {
  repo_id: number;
  sha: string;
  /** Known where commits were listed by time, which saves a query. */
  authored_s?: number;
}

export const commitName = ({ repo_id: repoId, sha }: CommitKey): string => `${repoId}:${sha}`;

export interface CommitKey {
  repo_id: number;
  sha: string;
  /** Where commits were listed by time, or as a code host says, which saves a query. */
  authored_s?: number | undefined;
}

export const commitName = ({ repo_id: repoId, sha }: CommitKey): string => `${repoId}:${sha}`;

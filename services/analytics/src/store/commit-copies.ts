import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';

export interface StoredCommits {
  entityId: number;
  repoId: number;
  shas: readonly string[];
}

/**
 * Notes the stored commits that have copies, with these copies, so that a report need not search for them. Called after the commits
 * are stored: of two copies stored at the same time, the later call sees both. A repeat writes the same rows. Copies in other repos
 * that are noted already are not noted again: a repo that has five hundred copies would be written five hundred times.
 */
export async function storeCopies(clickHouse: ClickHouse, { entityId, repoId, shas }: StoredCommits): Promise<void> {
  if (shas.length === 0) return;
  await clickHouse.command(
    `INSERT INTO commit_copies (entity_id, repo_id, sha, copy_group, authored_at, committed_at, committer_id, counts, version)
     WITH changed AS (
       SELECT sipHash64(patch_id, authored_at) FROM sha_scores
       WHERE entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64} AND sha IN {shas:Array(String)} AND patch_id != '')
     SELECT entity_id, repo_id, sha, copy_group, authored_at, committed_at, committer_id, counts, version
     FROM commit_groups
     WHERE entity_id = {entity_id:UInt64} AND copy_group IN (
       SELECT copy_group FROM commit_groups WHERE entity_id = {entity_id:UInt64} AND copy_group IN (changed)
       GROUP BY copy_group HAVING uniqExact(repo_id, sha) > 1)
       AND (repo_id = {repo_id:UInt64} OR (repo_id, sha) NOT IN (
         SELECT repo_id, sha FROM commit_copies WHERE entity_id = {entity_id:UInt64} AND copy_group IN (changed)))`,
    { params: { entity_id: entityId, repo_id: repoId, shas } },
  );
}

/** The same for all commits of the repo, whoever stored them. */
export const storeAllCopiesOfRepo = (clickHouse: ClickHouse, entityId: number, repoId: number): Promise<void> =>
  clickHouse.command(
    `INSERT INTO commit_copies (entity_id, repo_id, sha, copy_group, authored_at, committed_at, committer_id, counts, version)
     SELECT entity_id, repo_id, sha, copy_group, authored_at, committed_at, committer_id, counts, version
     FROM commit_groups
     WHERE entity_id = {entity_id:UInt64} AND copy_group IN (
       SELECT copy_group FROM commit_groups WHERE entity_id = {entity_id:UInt64} AND copy_group IN (
         SELECT copy_group FROM commit_groups WHERE entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64})
       GROUP BY copy_group HAVING uniqExact(repo_id, sha) > 1)`,
    { params: { entity_id: entityId, repo_id: repoId } },
  );

/** The same for all commits of the repo that are known to have copies, after some of them were removed. */
export const storeCopiesOfRepo = (clickHouse: ClickHouse, entityId: number, repoId: number): Promise<void> =>
  clickHouse.command(
    `INSERT INTO commit_copies (entity_id, repo_id, sha, copy_group, authored_at, committed_at, committer_id, counts, version)
     SELECT entity_id, repo_id, sha, copy_group, authored_at, committed_at, committer_id, counts, version
     FROM commit_groups
     WHERE entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64} AND copy_group IN (
       SELECT copy_group FROM commit_copies WHERE entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64})`,
    { params: { entity_id: entityId, repo_id: repoId } },
  );

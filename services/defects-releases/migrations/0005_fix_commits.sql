-- Commits that name a defect's key in their message, branch or pull request, authored from 30 days before its detection on.
CREATE TABLE fix_commits (
  entity_id bigint NOT NULL,
  defect_id bigint NOT NULL REFERENCES defects ON DELETE CASCADE,
  repo_id bigint NOT NULL,
  sha text NOT NULL,
  authored_at timestamptz NOT NULL,
  -- Null: not on the default branch.
  merged_at timestamptz,
  PRIMARY KEY (defect_id, repo_id, sha)
);
CREATE INDEX fix_commits_by_commit ON fix_commits (entity_id, repo_id, sha);

-- False until the commits that name the key were looked up; those of earlier versions are looked up after the upgrade.
ALTER TABLE defects ADD COLUMN commits_linked boolean NOT NULL DEFAULT false;
CREATE INDEX defects_not_linked ON defects (id) WHERE NOT commits_linked;

-- A fix call names the commit of the fix; a release that carries a fix only says when it was released.
ALTER TABLE fixes ADD COLUMN names_commit boolean NOT NULL DEFAULT false;
UPDATE fixes SET names_commit = true WHERE sha IS NOT NULL AND release_id IS NULL;
UPDATE fixes SET sha = releases.sha
FROM releases
WHERE releases.id = fixes.release_id AND fixes.sha IS NULL AND releases.sha IS NOT NULL
  AND fixes.id = (
    SELECT min(alike.id) FROM fixes alike JOIN releases r ON r.id = alike.release_id
    WHERE alike.defect_id = fixes.defect_id AND alike.repo_id = fixes.repo_id AND alike.sha IS NULL AND r.sha = releases.sha)
  AND NOT EXISTS (
    SELECT FROM fixes known
    WHERE known.defect_id = fixes.defect_id AND known.repo_id = fixes.repo_id AND known.sha = releases.sha);
-- Their release commits are looked up again.
UPDATE fixes SET authored_at = NULL WHERE release_id IS NOT NULL AND sha IS NOT NULL AND merged_at IS NULL;

-- Releases that somebody removed: the rules for tags, pushes and merges do not record them again.
CREATE TABLE removed_releases (
  entity_id bigint NOT NULL,
  repo_id bigint NOT NULL,
  name text NOT NULL,
  sha text NOT NULL,
  removed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (repo_id, name, sha)
);
CREATE INDEX fixes_of_release ON fixes (release_id) WHERE release_id IS NOT NULL;

CREATE TABLE releases (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id bigint NOT NULL,
  organization_id bigint NOT NULL,
  repo_id bigint NOT NULL,
  repo_path text NOT NULL,
  name text NOT NULL DEFAULT '',
  sha text,
  -- True while the commit is not imported yet and `released_at` is the time of receipt.
  awaits_commit boolean NOT NULL DEFAULT false,
  released_at timestamptz NOT NULL,
  triggered_by text NOT NULL,
  deployed_by_user_name text,
  deployed_by_committer_id bigint,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX releases_by_time ON releases (entity_id, released_at DESC, id DESC);
CREATE INDEX releases_of_repo ON releases (repo_id, released_at, id);
CREATE INDEX releases_awaiting ON releases (entity_id, sha) WHERE awaits_commit;
-- A release is known by repo, name (or none) and commit; without a commit, by its time.
CREATE UNIQUE INDEX releases_once_by_commit ON releases (repo_id, name, sha) WHERE sha IS NOT NULL;
CREATE UNIQUE INDEX releases_once_by_time ON releases (repo_id, name, released_at) WHERE sha IS NULL;

CREATE TABLE release_defects (
  release_id bigint NOT NULL REFERENCES releases ON DELETE CASCADE,
  defect_id bigint NOT NULL REFERENCES defects ON DELETE CASCADE,
  PRIMARY KEY (release_id, defect_id)
);
CREATE INDEX release_defects_of_defect ON release_defects (defect_id);

CREATE TABLE release_issues (
  release_id bigint NOT NULL REFERENCES releases ON DELETE CASCADE,
  entity_id bigint NOT NULL,
  issue_key text NOT NULL,
  -- True once the issue's type is known: a Bug or a Hotfix has become a defect by then.
  seen boolean NOT NULL DEFAULT false,
  PRIMARY KEY (release_id, issue_key)
);
CREATE INDEX release_issues_unseen ON release_issues (entity_id, issue_key) WHERE NOT seen;
CREATE INDEX releases_lacking_commit ON releases (created_at DESC) WHERE sha IS NULL;

CREATE TABLE defects (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id bigint NOT NULL,
  defect_key text NOT NULL,
  category text,
  description text,
  severity integer,
  -- The scope it was recorded in: an entity (both null), an organization or a repo.
  organization_id bigint,
  repo_id bigint,
  repo_path text,
  detected_at timestamptz NOT NULL,
  -- The earliest commit whose message names the key, as analytics last told.
  named_commit_authored_at timestamptz,
  issue_key text,
  issue_title text,
  issue_project text,
  issue_url text,
  -- Derived from the fixes whenever one changes, so that lists need no join.
  first_fix_activity_at timestamptz,
  first_fix_merged_at timestamptz,
  first_fix_released_at timestamptz,
  final_fix_released_at timestamptz,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT defects_key UNIQUE (entity_id, defect_key)
);
CREATE INDEX defects_by_detection ON defects (entity_id, detected_at DESC, id DESC);

CREATE TABLE fixes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id bigint NOT NULL,
  defect_id bigint NOT NULL REFERENCES defects ON DELETE CASCADE,
  repo_id bigint NOT NULL,
  organization_id bigint NOT NULL,
  repo_path text NOT NULL,
  sha text,
  -- Null: pushed, not yet released.
  released_at timestamptz,
  -- True while `released_at` is the time of receipt because the commit is not imported yet.
  awaits_commit boolean NOT NULL DEFAULT false,
  pushed_at timestamptz,
  authored_at timestamptz,
  merged_at timestamptz,
  -- Fixes that a release carries; such a fix follows its release.
  release_id bigint,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX fixes_of_defect ON fixes (defect_id);
CREATE INDEX fixes_by_repo ON fixes (entity_id, repo_id, defect_id);
CREATE INDEX fixes_awaiting ON fixes (entity_id, sha) WHERE awaits_commit;
-- One fix for a commit in a repo, and one for a time without a commit: the same call twice changes nothing.
CREATE UNIQUE INDEX fixes_once_by_commit ON fixes (defect_id, repo_id, sha) WHERE sha IS NOT NULL;
CREATE UNIQUE INDEX fixes_once_by_time ON fixes (defect_id, repo_id, released_at) WHERE sha IS NULL;

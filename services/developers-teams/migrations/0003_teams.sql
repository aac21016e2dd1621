CREATE TABLE teams (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id bigint NOT NULL,
  name text NOT NULL,
  slug text NOT NULL,
  parent_id bigint REFERENCES teams (id),
  -- The one team that everybody is in; it has no member rows.
  is_default boolean NOT NULL DEFAULT false,
  external_source_em text CHECK (external_source_em IN ('source_hostC', 'source_tracker_a', 'source_api_instantiated')),
  external_id text,
  project_board_id text,
  created_on date NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  CONSTRAINT teams_slug UNIQUE (entity_id, slug),
  CONSTRAINT teams_external UNIQUE (entity_id, external_source_em, external_id)
);
CREATE UNIQUE INDEX teams_name ON teams (entity_id, lower(name));
CREATE INDEX teams_by_parent ON teams (parent_id) WHERE parent_id IS NOT NULL;

-- A member from one day until before another; null: still one. Members are persons, that is primaries.
CREATE TABLE team_members (
  entity_id bigint NOT NULL,
  team_id bigint NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
  committer_id bigint NOT NULL,
  role_em text NOT NULL DEFAULT 'committer_role',
  from_day date NOT NULL,
  until_day date,
  PRIMARY KEY (team_id, committer_id, from_day),
  CHECK (from_day < until_day)
);
CREATE UNIQUE INDEX team_members_now ON team_members (team_id, committer_id) WHERE until_day IS NULL;
CREATE INDEX team_members_by_committer ON team_members (committer_id);
CREATE INDEX team_members_by_entity ON team_members (entity_id);

CREATE TABLE team_managers (
  entity_id bigint NOT NULL,
  team_id bigint NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
  user_id bigint NOT NULL,
  PRIMARY KEY (team_id, user_id)
);
CREATE INDEX team_managers_by_user ON team_managers (entity_id, user_id);

-- The path is a copy that follows renames.
CREATE TABLE team_repos (
  entity_id bigint NOT NULL,
  team_id bigint NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
  repo_id bigint NOT NULL,
  repo_path text NOT NULL,
  PRIMARY KEY (team_id, repo_id)
);
CREATE INDEX team_repos_by_repo ON team_repos (entity_id, repo_id);

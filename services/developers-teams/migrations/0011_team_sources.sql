-- A team of a code host or tracker joins the team of the same name that was made through the API. Whose member somebody is stands with
-- the membership: `source_api_instantiated`, or `<source>:<its id there>`; they leave when no source has them any more.
CREATE TABLE team_links (
  entity_id bigint NOT NULL,
  team_id bigint NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
  external_source_em text NOT NULL,
  external_id text NOT NULL,
  PRIMARY KEY (entity_id, external_source_em, external_id)
);
CREATE INDEX team_links_by_team ON team_links (team_id);

ALTER TABLE team_members ADD COLUMN sources text[] NOT NULL DEFAULT '{source_api_instantiated}';
UPDATE team_members SET sources = ARRAY[teams.external_source_em || ':' || teams.external_id]
FROM teams WHERE teams.id = team_members.team_id AND teams.external_id IS NOT NULL;

ALTER TABLE awaited_members ADD COLUMN source text NOT NULL DEFAULT '';
UPDATE awaited_members SET source = teams.external_source_em || ':' || teams.external_id
FROM teams WHERE teams.id = awaited_members.team_id;
ALTER TABLE awaited_members DROP CONSTRAINT awaited_members_pkey, ADD PRIMARY KEY (team_id, source, identifier);

-- Removed by hand: no source brings them back.
CREATE TABLE team_removals (
  entity_id bigint NOT NULL,
  team_id bigint NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
  committer_id bigint NOT NULL,
  PRIMARY KEY (team_id, committer_id)
);

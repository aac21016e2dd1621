-- Whom a code host or tracker names as a member of a team before git showed who that is: they join once they are known.
CREATE TABLE awaited_members (
  entity_id bigint NOT NULL,
  team_id bigint NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
  identifier text NOT NULL,
  PRIMARY KEY (team_id, identifier)
);
CREATE INDEX awaited_members_by_identifier ON awaited_members (entity_id, lower(identifier));

-- Boards of teams, as developers-teams tells them: their sprints are read beside those that the tracker's owner names.
CREATE TABLE team_boards (
  team_id bigint PRIMARY KEY,
  entity_id bigint NOT NULL,
  board_id text,
  version bigint NOT NULL
);
CREATE INDEX team_boards_of_entity ON team_boards (entity_id);

-- Tokens of one provider are added up: a day of a provider is what all of them tell.
ALTER TABLE ai_collections ADD COLUMN provider text NOT NULL DEFAULT '';
CREATE INDEX ai_collections_of_day ON ai_collections (entity_id, provider, day);

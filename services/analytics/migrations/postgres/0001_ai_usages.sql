-- What customers post about their own AI tools: added to or replaced atomically here, copied to ClickHouse from here.
CREATE TABLE ai_usages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id bigint NOT NULL,
  usage_date date NOT NULL,
  model text NOT NULL,
  committer_id bigint NOT NULL DEFAULT 0,
  team_id bigint NOT NULL DEFAULT 0,
  lines_added bigint NOT NULL DEFAULT 0,
  lines_deleted bigint NOT NULL DEFAULT 0,
  prompted_suggest_count bigint NOT NULL DEFAULT 0,
  prompted_accept_count bigint NOT NULL DEFAULT 0,
  tab_suggest_count bigint NOT NULL DEFAULT 0,
  tab_accept_count bigint NOT NULL DEFAULT 0,
  cents_cost numeric(20, 6) NOT NULL DEFAULT 0,
  version bigint NOT NULL DEFAULT 1,
  CONSTRAINT ai_usages_once UNIQUE (entity_id, usage_date, model, committer_id, team_id)
);

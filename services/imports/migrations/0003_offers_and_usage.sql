-- An import that a sync found and nobody accepted yet: whose connection sees it, and until when its link works.
ALTER TABLE imports
  ADD COLUMN offered_by_connection bigint,
  ADD COLUMN offer_expires_at timestamptz,
  ADD COLUMN offer_mailed_at timestamptz;

-- When each token of an AI provider is asked next; whoever moves the time has the turn.
CREATE TABLE ai_collectors (
  llm_token_id bigint PRIMARY KEY,
  entity_id bigint NOT NULL,
  next_at timestamptz NOT NULL,
  collected_through date
);

-- What was stored of a day, so that a day told anew replaces it, and what is no longer told becomes nothing.
CREATE TABLE ai_collections (
  llm_token_id bigint NOT NULL,
  entity_id bigint NOT NULL,
  day date NOT NULL,
  rows jsonb NOT NULL,
  PRIMARY KEY (llm_token_id, day)
);

-- A committer is one git identity of a person; a secondary identity points to its primary.
CREATE TABLE committers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id bigint NOT NULL,
  primary_id bigint NOT NULL,
  user_name text NOT NULL,
  full_name text NOT NULL,
  -- Lower case; null where git gave none.
  email text,
  git_provider_em text,
  git_provider_id text,
  avatar_url text,
  bot boolean NOT NULL DEFAULT false,
  -- Of a secondary identity, the primary's counts.
  processing_status_em text NOT NULL CHECK (processing_status_em IN ('processing_stats', 'limited_processing', 'not_processing')),
  user_id bigint,
  last_authored_at timestamptz,
  last_committed_at timestamptz,
  -- Joined or parted by hand: what git proves later does not undo it.
  joined_by_hand boolean NOT NULL DEFAULT false,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT committers_user_name UNIQUE (entity_id, user_name),
  CONSTRAINT committers_email UNIQUE (entity_id, email)
);
CREATE INDEX committers_by_primary ON committers (primary_id);
CREATE INDEX committers_by_provider ON committers (entity_id, git_provider_id) WHERE git_provider_id IS NOT NULL;
CREATE INDEX committers_by_id ON committers (entity_id, id);
CREATE INDEX committers_by_authored ON committers (entity_id, last_authored_at DESC NULLS LAST, id);
CREATE INDEX committers_by_status ON committers (entity_id, processing_status_em, id);
CREATE INDEX committers_by_user ON committers (entity_id, user_id) WHERE user_id IS NOT NULL;

-- Identities without an email are known by their name.
CREATE UNIQUE INDEX committers_nameless ON committers (entity_id, lower(full_name)) WHERE email IS NULL;

-- The saga of a repo's removal; the row stays afterwards, and says what was erased.
CREATE TABLE repo_removals (
  repo_id bigint PRIMARY KEY,
  entity_id bigint NOT NULL REFERENCES entities ON DELETE CASCADE,
  repo_path text NOT NULL,
  -- By these a repo at a host is told to be the same: it is not registered anew while it is removed.
  organization_id bigint NOT NULL,
  slug text NOT NULL,
  git_provider_em text NOT NULL,
  host_name text NOT NULL,
  external_id text,
  actor text NOT NULL,
  round integer NOT NULL DEFAULT 1,
  acknowledged jsonb NOT NULL DEFAULT '{}',
  removed_counts jsonb NOT NULL DEFAULT '{}',
  asked_at timestamptz NOT NULL DEFAULT now(),
  requested_at timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz
);
CREATE INDEX repo_removals_of_entity ON repo_removals (entity_id);
CREATE INDEX repo_removals_under_way ON repo_removals (requested_at) WHERE removed_at IS NULL;

-- One row a repo that an entity imports. Its life is in the contract; `run` counts how often it was queued.
CREATE TABLE imports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id bigint NOT NULL,
  repo_path text NOT NULL,
  git_provider_em text,
  repo_id bigint,
  import_status text NOT NULL DEFAULT 'pending',
  error_em text,
  error_detail text NOT NULL DEFAULT '',
  run integer NOT NULL DEFAULT 1,
  run_queued_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  -- The window asked for at queueing: days, a day, or `all`; null: the entity's or the operator's setting.
  window_setting text,
  window_start timestamptz,
  -- A lease with a fencing token: whoever holds a smaller one may write nothing more.
  lease_token bigint NOT NULL DEFAULT 0,
  lease_expires_at timestamptz,
  -- What is in ClickHouse: the tips that were read, and within the run under way how far its delivery is.
  stored_tips jsonb,
  stored_window_start timestamptz,
  cursor_run integer NOT NULL DEFAULT 0,
  cursor_tips jsonb,
  cursor_part bigint NOT NULL DEFAULT 0,
  available_provider_connection_count integer NOT NULL DEFAULT 0,
  commits_complete_count bigint NOT NULL DEFAULT 0,
  commit_processed_count bigint NOT NULL DEFAULT 0,
  commits_in_run bigint NOT NULL DEFAULT 0,
  commits_done_in_run bigint NOT NULL DEFAULT 0,
  default_branch_processed_back_through timestamptz,
  last_deployed_at timestamptz,
  last_pr_discovery_at timestamptz,
  last_processed_at timestamptz,
  last_provider_quota_exceeded_at timestamptz,
  days_with_commit date[] NOT NULL DEFAULT '{}',
  percent_complete integer NOT NULL DEFAULT 0,
  provider_past_year_commit_count bigint,
  pull_request_discovered_count bigint NOT NULL DEFAULT 0,
  pull_request_processed_count bigint NOT NULL DEFAULT 0,
  stats_calculated_at timestamptz,
  subscription_earliest_processing_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT imports_once UNIQUE (entity_id, repo_path)
);
CREATE INDEX imports_of_entity ON imports (entity_id, id);
CREATE INDEX imports_due ON imports (updated_at) WHERE import_status = 'processing_completed';

-- Where the engine can go on from: the lines of the tips as of the last run that completed.
CREATE TABLE import_snapshots (
  import_id bigint PRIMARY KEY REFERENCES imports ON DELETE CASCADE,
  entity_id bigint NOT NULL,
  run integer NOT NULL,
  snapshot bytea NOT NULL
);

-- What code hosts and trackers told, as beliefs: the newest view of each thing, in whatever order and however often it came.
CREATE TABLE beliefs (
  entity_id bigint NOT NULL,
  repo_id bigint NOT NULL,
  key text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  name text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  fact text COLLATE "C" NOT NULL,
  PRIMARY KEY (entity_id, repo_id, key)
);
CREATE INDEX beliefs_of_record ON beliefs (entity_id, repo_id, kind, name);

-- A pull request, an issue or a tag: its public id, and whether ClickHouse has what is believed of it.
CREATE TABLE provider_records (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id bigint NOT NULL,
  -- 0: of a tracker, which knows no repos.
  repo_id bigint NOT NULL,
  kind text NOT NULL,
  name text COLLATE "C" NOT NULL,
  -- Grows with every change, and follows the payloads' own time in milliseconds.
  version bigint NOT NULL,
  unstored boolean NOT NULL DEFAULT true,
  changed_at timestamptz NOT NULL DEFAULT now(),
  -- What git told of it: the squash commit of a pull request, the time of a tag; and for which commit it was asked.
  asked_of_git text,
  squash_sha text,
  tagged_at timestamptz,
  wants_git boolean NOT NULL DEFAULT false,
  removed boolean NOT NULL DEFAULT false,
  CONSTRAINT provider_records_once UNIQUE (entity_id, repo_id, kind, name)
);
CREATE INDEX provider_records_unstored ON provider_records (entity_id, repo_id, id) WHERE unstored;
CREATE INDEX provider_records_asking ON provider_records (entity_id, repo_id) WHERE wants_git;

-- Which email an account at a host signs its commits with.
CREATE TABLE host_accounts (
  entity_id bigint NOT NULL,
  git_provider_em text NOT NULL,
  host_id text NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  PRIMARY KEY (entity_id, git_provider_em, host_id, email)
);

-- Where the next reading begins: the start of the last that completed.
CREATE TABLE provider_cursors (
  entity_id bigint NOT NULL,
  repo_id bigint NOT NULL,
  kind text NOT NULL,
  read_from timestamptz NOT NULL,
  window_start timestamptz NOT NULL,
  PRIMARY KEY (entity_id, repo_id, kind)
);

-- Answers as they came, compressed, so that facts can be derived again without asking.
CREATE TABLE provider_payloads (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id bigint NOT NULL,
  repo_id bigint NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  payload bytea NOT NULL
);
CREATE INDEX provider_payloads_of_repo ON provider_payloads (entity_id, repo_id, id);
CREATE INDEX provider_payloads_by_age ON provider_payloads (received_at);

-- Budgets of connections, shared by all workers; and answers to repeat when a host says that nothing changed.
CREATE TABLE provider_quotas (
  key text PRIMARY KEY,
  entity_id bigint NOT NULL,
  state jsonb
);
CREATE TABLE provider_etags (
  key bytea PRIMARY KEY,
  entity_id bigint NOT NULL,
  etag text NOT NULL,
  headers jsonb NOT NULL,
  body bytea NOT NULL,
  used_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX provider_etags_by_age ON provider_etags (used_at);

ALTER TABLE imports
  ADD COLUMN host_path text,
  -- The run whose git part is done: another attempt of it goes on with the host's part.
  ADD COLUMN git_run integer NOT NULL DEFAULT 0,
  -- Something was pushed while a run was under way: another follows it.
  ADD COLUMN run_again boolean NOT NULL DEFAULT false;
CREATE INDEX imports_of_host_path ON imports (entity_id, lower(host_path));

-- AI usage that the tools report themselves by OTLP. The sums stay; what tells repeated and late points is kept for some days only.
CREATE SEQUENCE telemetry_versions;

-- A day of one person, as the points name them, with one tool and model. Exact decimals: the same points in another order give the same sums.
CREATE TABLE telemetry_usages (
  entity_id bigint NOT NULL,
  day date NOT NULL,
  tool text NOT NULL,
  who text NOT NULL,
  model text NOT NULL,
  lines_added numeric NOT NULL DEFAULT 0,
  lines_deleted numeric NOT NULL DEFAULT 0,
  prompted_suggest_count numeric NOT NULL DEFAULT 0,
  prompted_accept_count numeric NOT NULL DEFAULT 0,
  cents_cost numeric NOT NULL DEFAULT 0,
  input_tokens numeric NOT NULL DEFAULT 0,
  output_tokens numeric NOT NULL DEFAULT 0,
  -- 0: waiting until known.
  committer_id bigint NOT NULL DEFAULT 0,
  version bigint NOT NULL DEFAULT nextval('telemetry_versions'),
  stored_version bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (entity_id, day, tool, who, model)
);
CREATE INDEX telemetry_usages_to_store ON telemetry_usages (entity_id) WHERE version > stored_version;
CREATE INDEX telemetry_usages_waiting ON telemetry_usages (entity_id, who) WHERE committer_id = 0;
CREATE INDEX telemetry_usages_of_committer ON telemetry_usages (entity_id, committer_id, day);

-- Points that add to a sum, so that one that comes again adds nothing.
CREATE TABLE telemetry_points (
  entity_id bigint NOT NULL,
  point bytea NOT NULL,
  day date NOT NULL,
  PRIMARY KEY (entity_id, point)
);
CREATE INDEX telemetry_points_by_day ON telemetry_points (day);

-- The greatest value of a cumulative series on a day; on 1970-01-01 that of all days before those kept.
CREATE TABLE telemetry_series (
  entity_id bigint NOT NULL,
  series bytea NOT NULL,
  day date NOT NULL,
  value double precision NOT NULL,
  seen_on date NOT NULL,
  PRIMARY KEY (entity_id, series, day)
);
CREATE INDEX telemetry_series_by_day ON telemetry_series (seen_on);

-- Accounts whose person a point has named.
CREATE TABLE telemetry_accounts (
  entity_id bigint NOT NULL,
  tool text NOT NULL,
  account text NOT NULL,
  email text NOT NULL,
  PRIMARY KEY (entity_id, tool, account)
);

-- What each tool has sent, and how many points an entity has sent on a day.
CREATE TABLE telemetry_receipts (
  entity_id bigint NOT NULL,
  tool text NOT NULL,
  last_received_at timestamptz NOT NULL,
  PRIMARY KEY (entity_id, tool)
);
CREATE TABLE telemetry_days (
  entity_id bigint NOT NULL,
  day date NOT NULL,
  points bigint NOT NULL,
  PRIMARY KEY (entity_id, day)
);

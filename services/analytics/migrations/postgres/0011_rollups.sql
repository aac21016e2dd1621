-- The state of an entity's facts that its daily sums stand for. Where it is not that of `fact_stamps`, reports read commits.
CREATE TABLE rollups (
  entity_id bigint PRIMARY KEY,
  commits bigint NOT NULL DEFAULT 0,
  copies bigint NOT NULL DEFAULT 0,
  -- Of what decides which of several copies of a commit counts: who is the same person, and the organizations of repos.
  people text NOT NULL DEFAULT '',
  -- By ClickHouse's clock: days that were noted as changed before are summed up.
  rolled_at timestamptz
);

CREATE SEQUENCE rollup_versions;

-- The state of an entity's commits that its line lives are derived from, and when, by ClickHouse's clock.
CREATE TABLE life_derivations (
  entity_id bigint PRIMARY KEY,
  commits bigint NOT NULL DEFAULT 0,
  derived_at timestamptz
);

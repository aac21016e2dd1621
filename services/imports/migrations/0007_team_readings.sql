-- Whose import finds the time come reads the teams of the entity's code hosts; the others leave it alone.
CREATE TABLE team_readings (
  entity_id bigint PRIMARY KEY,
  next_at timestamptz NOT NULL
);

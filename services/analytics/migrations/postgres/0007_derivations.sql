-- Versions of the definitions that this installation has taken.
CREATE TABLE definition_versions (
  version integer PRIMARY KEY,
  taken_at timestamptz NOT NULL DEFAULT now()
);

-- Facts that are derived again from stored ones while the service serves. `definitions`: what a new version of the definitions needs of
-- an entity that had facts before. `cursor` is the last repo that is done.
CREATE TABLE derivations (
  entity_id bigint NOT NULL,
  derivation text NOT NULL,
  version bigint NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  finished_at timestamptz,
  done bigint NOT NULL DEFAULT 0,
  total bigint NOT NULL DEFAULT 0,
  cursor bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (entity_id, derivation, version)
);
CREATE INDEX derivations_unfinished ON derivations (requested_at) WHERE finished_at IS NULL;

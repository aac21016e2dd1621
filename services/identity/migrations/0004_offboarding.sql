-- The saga of an entity's end. `round` counts the sweeps, `acknowledged` maps a service to what it removed in this one.
CREATE TABLE offboardings (
  entity_id bigint PRIMARY KEY,
  entity_slug text NOT NULL,
  actor text NOT NULL,
  round integer NOT NULL DEFAULT 1,
  acknowledged jsonb NOT NULL DEFAULT '{}',
  removed_counts jsonb NOT NULL DEFAULT '{}',
  asked_at timestamptz NOT NULL DEFAULT now(),
  requested_at timestamptz NOT NULL DEFAULT now()
);

-- What is left of an entity: that it was here, and when it went.
CREATE TABLE tombstones (
  entity_id bigint PRIMARY KEY,
  entity_slug text NOT NULL,
  requested_at timestamptz NOT NULL,
  removed_at timestamptz NOT NULL DEFAULT now(),
  removed_counts jsonb NOT NULL
);

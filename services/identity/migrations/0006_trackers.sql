-- An entity's issue tracker. Versions go on when it is removed and set again.
CREATE TABLE trackers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id bigint NOT NULL UNIQUE,
  endpoint_url text NOT NULL,
  -- With an email the site is the vendor's cloud; without, a self-managed server.
  email text,
  sealed_token text NOT NULL,
  board_ids text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE SEQUENCE tracker_versions;

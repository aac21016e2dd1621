-- An entity's issue tracker; its token is sealed. Whoever moves `next_at` has the turn to read it.
CREATE TABLE tracker_connections (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id bigint NOT NULL UNIQUE,
  endpoint_url text NOT NULL,
  -- With an email the site is the vendor's cloud; without, a self-managed server.
  email text,
  sealed_token text NOT NULL,
  -- Boards whose sprints are read.
  board_ids text[] NOT NULL DEFAULT '{}',
  next_at timestamptz NOT NULL DEFAULT now(),
  last_read_at timestamptz,
  last_error_em text,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  user_name text NOT NULL,
  full_name text,
  avatar_url text,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- An entity that was made for a user without being named is found again by this.
ALTER TABLE entities ADD COLUMN made_for_user_id bigint UNIQUE REFERENCES users ON DELETE SET NULL;

CREATE TABLE memberships (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  entity_id bigint NOT NULL REFERENCES entities ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('member', 'manager', 'admin', 'super_admin')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (entity_id, user_id)
);
CREATE INDEX memberships_user ON memberships (user_id);

-- The token itself is nowhere: `prefix` is what a person knows it by.
CREATE TABLE api_tokens (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id bigint NOT NULL,
  user_id bigint NOT NULL,
  name text NOT NULL,
  prefix text NOT NULL,
  sha256 text NOT NULL UNIQUE,
  rate_limit_per_minute integer CHECK (rate_limit_per_minute > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  version bigint NOT NULL DEFAULT 1,
  FOREIGN KEY (entity_id, user_id) REFERENCES memberships ON DELETE CASCADE
);
CREATE INDEX api_tokens_member ON api_tokens (entity_id, user_id);

-- Who did what. Lines of an entity go with it; the line of its end stays.
CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  entity_id bigint NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}',
  trace_identifier text
);
CREATE INDEX audit_log_entity ON audit_log (entity_id, id);

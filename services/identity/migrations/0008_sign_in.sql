-- A session is a token that a browser holds: it ends with what ends tokens, and sooner.
ALTER TABLE api_tokens
  ADD COLUMN kind text NOT NULL DEFAULT 'token' CHECK (kind IN ('token', 'session')),
  ADD COLUMN last_used_at timestamptz,
  -- A session that was started with a token ends with it.
  ADD COLUMN started_with bigint REFERENCES api_tokens ON DELETE CASCADE;
CREATE INDEX api_tokens_started_with ON api_tokens (started_with) WHERE started_with IS NOT NULL;

-- One-time links. `must_confirm`: mailed ones show a button first, since mail programs open links by themselves.
CREATE TABLE sign_in_links (
  sha256 text PRIMARY KEY,
  entity_id bigint NOT NULL,
  user_id bigint NOT NULL,
  must_confirm boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  FOREIGN KEY (entity_id, user_id) REFERENCES memberships ON DELETE CASCADE
);
CREATE INDEX sign_in_links_member ON sign_in_links (entity_id, user_id);

-- How people of an entity sign in by OpenID Connect.
CREATE TABLE oidc_clients (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id bigint NOT NULL UNIQUE REFERENCES entities ON DELETE CASCADE,
  issuer text NOT NULL,
  client_id text NOT NULL,
  sealed_client_secret text NOT NULL,
  allowed_domains text[] NOT NULL,
  creates_members boolean NOT NULL DEFAULT false
);

-- Sign-ins under way at a provider. The state comes back in the browser's address and in its cookie.
CREATE TABLE oidc_sign_ins (
  state_sha256 text PRIMARY KEY,
  entity_id bigint NOT NULL REFERENCES entities ON DELETE CASCADE,
  code_verifier text NOT NULL,
  nonce text NOT NULL,
  return_to text NOT NULL,
  expires_at timestamptz NOT NULL
);

-- Who an account of a provider is: fixed at its first sign-in, whatever becomes of the email.
CREATE TABLE oidc_identities (
  entity_id bigint NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id bigint NOT NULL,
  PRIMARY KEY (entity_id, issuer, subject),
  FOREIGN KEY (entity_id, user_id) REFERENCES memberships ON DELETE CASCADE
);

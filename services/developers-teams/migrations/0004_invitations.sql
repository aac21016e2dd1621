-- The link is signed over id and expiry, so nothing secret rests here. A new invitation of the same person renews the row,
-- and its older link no longer fits.
CREATE TABLE invitations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id bigint NOT NULL,
  email text NOT NULL,
  as_em text NOT NULL CHECK (as_em IN ('developer', 'manager')),
  team_id bigint REFERENCES teams (id) ON DELETE SET NULL,
  committer_id bigint,
  invited_by bigint NOT NULL,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  sent_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX invitations_open ON invitations (entity_id, email, as_em, team_id) WHERE accepted_at IS NULL;
CREATE INDEX invitations_to_send ON invitations (next_attempt_at) WHERE accepted_at IS NULL AND sent_at IS NULL;

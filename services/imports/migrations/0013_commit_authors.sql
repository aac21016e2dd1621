-- The tips up to which a clone was read, for what is read from it.
ALTER TABLE provider_cursors ADD COLUMN tips jsonb;

-- Authors of commits for whose account a host was asked.
CREATE TABLE host_author_lookups (
  entity_id bigint NOT NULL,
  git_provider_em text NOT NULL,
  email text NOT NULL,
  asked_at timestamptz NOT NULL,
  PRIMARY KEY (entity_id, git_provider_em, email)
);
CREATE INDEX host_accounts_by_email ON host_accounts (entity_id, git_provider_em, lower(email));

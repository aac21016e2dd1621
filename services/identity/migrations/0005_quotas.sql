-- What is left of the calls that hosts grant a connection, a tracker or a token of an AI provider, for all who ask with it.
CREATE TABLE provider_quotas (
  key text PRIMARY KEY,
  entity_id bigint NOT NULL,
  state jsonb NOT NULL,
  version bigint NOT NULL,
  used_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX provider_quotas_of_entity ON provider_quotas (entity_id);

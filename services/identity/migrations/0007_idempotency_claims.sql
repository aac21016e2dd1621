-- Which request a key of a token belongs to, for all services: the answers themselves stay with the service that gave them.
CREATE TABLE idempotency_claims (
  entity_id bigint NOT NULL,
  token_id bigint NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  claimed_at timestamptz NOT NULL,
  PRIMARY KEY (entity_id, token_id, key)
);
CREATE INDEX idempotency_claims_claimed_at ON idempotency_claims (claimed_at);

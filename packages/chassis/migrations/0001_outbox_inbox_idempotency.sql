-- Events committed with the change they tell of, waiting to be published.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  message_id text NOT NULL UNIQUE,
  subject text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Messages whose effect is committed: a second delivery does nothing.
CREATE TABLE inbox (
  consumer text NOT NULL,
  message_id text NOT NULL,
  handled_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (consumer, message_id)
);
CREATE INDEX inbox_handled_at ON inbox (handled_at);

-- The first answer to an Idempotency-Key; `status` is null while the request is under way.
CREATE TABLE idempotency_keys (
  entity_id bigint NOT NULL,
  token_id bigint NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  claimed_at timestamptz NOT NULL DEFAULT now(),
  status integer,
  body text,
  PRIMARY KEY (entity_id, token_id, key)
);
CREATE INDEX idempotency_keys_claimed_at ON idempotency_keys (claimed_at);

-- A published event stays an hour, with its place in the stream: a broker that lost it is sent it again. One that the broker
-- refuses for good is set apart, so that those behind it go on.
ALTER TABLE outbox
  ADD COLUMN published_at timestamptz,
  ADD COLUMN stream_sequence bigint,
  ADD COLUMN failed_at timestamptz,
  ADD COLUMN failure text;
CREATE INDEX outbox_unpublished ON outbox (id) WHERE published_at IS NULL AND failed_at IS NULL;
CREATE INDEX outbox_stream_sequence ON outbox (stream_sequence) WHERE stream_sequence IS NOT NULL;
CREATE INDEX outbox_failed ON outbox (id) WHERE failed_at IS NOT NULL;

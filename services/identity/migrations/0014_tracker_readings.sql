-- How the tracker was read last, as its reader reports it: of the version that it was lent. 0: not set again since there are versions.
ALTER TABLE trackers
  ADD COLUMN version bigint NOT NULL DEFAULT 0,
  ADD COLUMN last_read_at timestamptz,
  ADD COLUMN last_error_em text,
  ADD COLUMN last_error_detail text;

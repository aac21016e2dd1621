-- A repo whose released commits cannot be derived waits, and holds up no other.
ALTER TABLE stale_releases
  ADD COLUMN failures integer NOT NULL DEFAULT 0,
  ADD COLUMN retry_at timestamptz NOT NULL DEFAULT now();

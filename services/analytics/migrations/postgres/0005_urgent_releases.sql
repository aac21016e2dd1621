-- A release was recorded, which its caller wants to see in reports at once; commits of a running import may wait.
ALTER TABLE stale_releases ADD COLUMN urgent boolean NOT NULL DEFAULT false;

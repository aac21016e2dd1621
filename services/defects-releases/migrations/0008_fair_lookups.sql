-- When a commit was last looked for, so that those who wait take turns.
ALTER TABLE releases ADD COLUMN commit_sought_at timestamptz;
ALTER TABLE defects ADD COLUMN link_tried_at timestamptz;

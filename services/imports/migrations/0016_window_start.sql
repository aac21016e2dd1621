-- Commits just before the window whose files are stored; the first has all of them, each other what differs from it.
ALTER TABLE imports ADD COLUMN stored_before_window jsonb NOT NULL DEFAULT '[]';

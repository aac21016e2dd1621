-- When stored facts were last compared with git; null: the next run does it.
ALTER TABLE imports ADD COLUMN facts_compared_at timestamptz;

-- Where the refs with records of lines (`refs/notes/ai`) pointed when they were stored: only what has changed since is read again.
ALTER TABLE imports ADD COLUMN stored_note_tips jsonb;

-- Boards and projects that could not be read when the rest of the tracker was: [{part, id, error_em, error_detail}], id null for the list of them.
ALTER TABLE trackers ADD COLUMN unread_parts jsonb NOT NULL DEFAULT '[]';

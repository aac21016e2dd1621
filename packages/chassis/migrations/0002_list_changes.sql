-- Which transactions changed what an entity's lists show, by the part of its data that they changed. A list that is kept in
-- memory stands while the snapshot it was read in saw them all. Rows are only added: writers never wait for one another.
CREATE TABLE list_changes (
  entity_id bigint NOT NULL,
  part text NOT NULL,
  changed_by xid8 NOT NULL DEFAULT pg_current_xact_id(),
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (entity_id, part, changed_by)
);
CREATE INDEX list_changes_changed_at ON list_changes (changed_at);

-- For row triggers of tables with an `entity_id`; the argument names the part.
CREATE FUNCTION note_list_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO list_changes (entity_id, part)
  VALUES (CASE TG_OP WHEN 'DELETE' THEN OLD.entity_id ELSE NEW.entity_id END, TG_ARGV[0])
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

-- Whom a stored record names and nobody knew: it is stored again when one of them becomes a committer.
ALTER TABLE provider_records ADD COLUMN waits_for text[];
CREATE INDEX provider_records_waiting ON provider_records USING gin (waits_for) WHERE waits_for IS NOT NULL;

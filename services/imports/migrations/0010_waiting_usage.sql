-- A day of AI usage that names somebody whom nobody knew, as the vendor told it: it is stored again when they become known.
ALTER TABLE ai_collections ADD COLUMN told jsonb, ADD COLUMN waits_for text[];
CREATE INDEX ai_collections_waiting ON ai_collections USING gin (waits_for) WHERE waits_for IS NOT NULL;

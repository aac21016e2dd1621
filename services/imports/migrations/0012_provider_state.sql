-- The newest view of each thing that a provider knows. The view keeps the former name for processes of the version before, while an
-- upgrade runs both; it can be dropped by a later migration.
ALTER TABLE beliefs RENAME TO provider_state;
CREATE VIEW beliefs AS SELECT * FROM provider_state;

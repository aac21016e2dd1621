-- Null: whatever the role of the token's user allows.
ALTER TABLE api_tokens ADD COLUMN scopes text[] CHECK (scopes <@ ARRAY['read', 'record', 'telemetry', 'admin']);

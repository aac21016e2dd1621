-- How far imports are that have not completed yet, as the service of imports published it last.
CREATE TABLE awaited_imports (
  import_id bigint PRIMARY KEY,
  entity_id bigint NOT NULL REFERENCES entities ON DELETE CASCADE,
  repo_path text NOT NULL,
  repo_id bigint,
  import_status text NOT NULL,
  error_detail text NOT NULL,
  -- Kept when it ended, without its repo, so that what was published before and comes late does not bring it back.
  ended boolean NOT NULL,
  version bigint NOT NULL
);
CREATE INDEX awaited_imports_by_path ON awaited_imports (entity_id, lower(repo_path));
CREATE INDEX awaited_imports_by_repo ON awaited_imports (repo_id);

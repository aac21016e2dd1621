-- The releases of repos, as defects-releases last published them; the newest is when a repo was last deployed.
CREATE TABLE repo_releases (
  entity_id bigint NOT NULL,
  release_id bigint PRIMARY KEY,
  repo_id bigint NOT NULL,
  released_at timestamptz NOT NULL,
  removed boolean NOT NULL,
  version bigint NOT NULL
);
CREATE INDEX repo_releases_by_time ON repo_releases (repo_id, released_at DESC) WHERE NOT removed;

-- As of which version of the repo its path is known: a late event does not bring an older name back.
ALTER TABLE team_repos ADD COLUMN repo_version bigint NOT NULL DEFAULT 0;

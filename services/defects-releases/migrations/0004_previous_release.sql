-- The release before one is found among those whose commit is known, without a look at the others.
CREATE INDEX releases_with_commit ON releases (repo_id, released_at, id) INCLUDE (sha) WHERE sha IS NOT NULL;

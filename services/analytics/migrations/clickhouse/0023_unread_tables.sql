-- Read no more since 0021, whose table holds what they held: each insert of commits and pull requests filled them in vain.

DROP VIEW IF EXISTS commits_to_children {on_cluster};

DROP VIEW IF EXISTS pull_requests_to_commits {on_cluster};

DROP TABLE IF EXISTS commit_children {on_cluster};

DROP TABLE IF EXISTS commit_pulls {on_cluster};

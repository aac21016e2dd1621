-- Lists of a repo ask for persons: the primary stands beside the identity, so that they need no join.
ALTER TABLE committer_repos ADD COLUMN primary_id bigint;
UPDATE committer_repos SET primary_id = committers.primary_id FROM committers WHERE committers.id = committer_repos.committer_id;
ALTER TABLE committer_repos ALTER COLUMN primary_id SET NOT NULL;
CREATE INDEX committer_repos_by_person ON committer_repos (repo_id, primary_id, last_authored_at);
CREATE INDEX committer_repos_of_person ON committer_repos (primary_id, repo_id);

-- The planner cannot guess how many rows have `primary_id = id`; of a column of its own it knows.
ALTER TABLE committers ADD COLUMN is_person boolean NOT NULL GENERATED ALWAYS AS (primary_id = id) STORED;
DROP INDEX persons_by_id, persons_by_authored, persons_by_status, persons_with_seat;
CREATE INDEX persons_by_id ON committers (entity_id, id) WHERE is_person;
CREATE INDEX persons_by_authored ON committers (entity_id, person_authored_at DESC NULLS LAST, id) WHERE is_person;
CREATE INDEX persons_by_status ON committers
  (entity_id, (CASE processing_status_em WHEN 'processing_stats' THEN 1 WHEN 'limited_processing' THEN 2 ELSE 3 END), id)
  WHERE is_person;
CREATE INDEX persons_with_seat ON committers (entity_id) WHERE is_person AND processing_status_em <> 'not_processing';

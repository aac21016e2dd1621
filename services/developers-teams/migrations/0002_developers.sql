-- Git never parts what it joined, so only a parting by hand must be remembered.
ALTER TABLE committers RENAME COLUMN joined_by_hand TO parted_by_hand;

-- Of a primary: the newest times of all its identities; and how often its days off changed.
ALTER TABLE committers
  ADD COLUMN person_authored_at timestamptz,
  ADD COLUMN person_committed_at timestamptz,
  ADD COLUMN time_off_version bigint NOT NULL DEFAULT 0;
UPDATE committers AS person SET (person_authored_at, person_committed_at) =
  (SELECT max(last_authored_at), max(last_committed_at) FROM committers WHERE primary_id = person.id)
WHERE person.primary_id = person.id;

-- Lists show persons, in one of three orders.
DROP INDEX committers_by_id, committers_by_authored, committers_by_status;
CREATE INDEX persons_by_id ON committers (entity_id, id) WHERE primary_id = id;
CREATE INDEX persons_by_authored ON committers (entity_id, person_authored_at DESC NULLS LAST, id) WHERE primary_id = id;
CREATE INDEX persons_by_status ON committers
  (entity_id, (CASE processing_status_em WHEN 'processing_stats' THEN 1 WHEN 'limited_processing' THEN 2 ELSE 3 END), id)
  WHERE primary_id = id;
-- A seat check counts these.
CREATE INDEX persons_with_seat ON committers (entity_id) WHERE primary_id = id AND processing_status_em <> 'not_processing';

-- Where an identity has committed.
CREATE TABLE committer_repos (
  entity_id bigint NOT NULL,
  repo_id bigint NOT NULL,
  committer_id bigint NOT NULL,
  last_authored_at timestamptz,
  PRIMARY KEY (repo_id, committer_id)
);
CREATE INDEX committer_repos_by_committer ON committer_repos (committer_id);
CREATE INDEX committer_repos_by_entity ON committer_repos (entity_id);

-- Whole days, both ends included; a person's rows neither overlap nor touch.
CREATE TABLE time_off (
  entity_id bigint NOT NULL,
  committer_id bigint NOT NULL,
  start_date date NOT NULL,
  end_date date NOT NULL,
  PRIMARY KEY (committer_id, start_date),
  CHECK (start_date <= end_date)
);
CREATE INDEX time_off_by_entity ON time_off (entity_id);

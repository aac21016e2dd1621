-- An answer waits here, sealed, until its survey closes; then all are counted in one transaction and removed. So no transaction, row
-- version, order or time joins who answered to what was answered, neither in a dump nor in the write-ahead log.
CREATE TABLE survey_ballots (
  entity_id bigint NOT NULL,
  survey_id bigint NOT NULL REFERENCES surveys (id) ON DELETE CASCADE,
  ballot uuid NOT NULL,
  sealed text NOT NULL,
  PRIMARY KEY (survey_id, ballot)
);

-- Up to when the store has everything of an entity: written a little after the rows, so that one that is older than they says they may be lost.

CREATE TABLE IF NOT EXISTS store_marks {on_cluster} (
  entity_id UInt64,
  marked_at DateTime64(3, 'UTC')
)
ENGINE = {ReplacingMergeTree(marked_at)}
PARTITION BY entity_id
ORDER BY entity_id;

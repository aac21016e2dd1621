-- Where a defect belongs: the repos of its fixes, else the repo or the organization of its scope. Derived with the fixes.
CREATE TABLE defect_places (
  entity_id bigint NOT NULL,
  defect_id bigint NOT NULL REFERENCES defects ON DELETE CASCADE,
  place_em text NOT NULL CHECK (place_em IN ('repo', 'organization')),
  place_id bigint NOT NULL,
  PRIMARY KEY (defect_id, place_em, place_id)
);
CREATE INDEX defect_places_by_place ON defect_places (entity_id, place_em, place_id, defect_id);
INSERT INTO defect_places
SELECT DISTINCT entity_id, defect_id, 'repo', repo_id FROM fixes
UNION ALL
SELECT entity_id, id, CASE WHEN repo_id IS NULL THEN 'organization' ELSE 'repo' END, coalesce(repo_id, organization_id)
FROM defects
WHERE coalesce(repo_id, organization_id) IS NOT NULL AND NOT EXISTS (SELECT FROM fixes WHERE fixes.defect_id = defects.id);

-- A list's order and its range stand in one index, so that reading an outline touches no row.
DROP INDEX defects_by_detection;
CREATE INDEX defects_by_detection ON defects (entity_id, detected_at DESC, id DESC) INCLUDE (final_fix_released_at);
DROP INDEX releases_by_time;
CREATE INDEX releases_by_time ON releases (entity_id, released_at DESC, id DESC) INCLUDE (repo_id);

CREATE TRIGGER defects_listed AFTER INSERT OR DELETE ON defects FOR EACH ROW EXECUTE FUNCTION note_list_change('defects');
CREATE TRIGGER defects_moved AFTER UPDATE ON defects FOR EACH ROW
  WHEN ((OLD.detected_at, OLD.final_fix_released_at) IS DISTINCT FROM (NEW.detected_at, NEW.final_fix_released_at))
  EXECUTE FUNCTION note_list_change('defects');
CREATE TRIGGER defect_places_listed AFTER INSERT OR DELETE ON defect_places FOR EACH ROW
  EXECUTE FUNCTION note_list_change('defect_places');
CREATE TRIGGER releases_listed AFTER INSERT OR DELETE ON releases FOR EACH ROW EXECUTE FUNCTION note_list_change('releases');
CREATE TRIGGER releases_moved AFTER UPDATE ON releases FOR EACH ROW WHEN (OLD.released_at IS DISTINCT FROM NEW.released_at)
  EXECUTE FUNCTION note_list_change('releases');

-- When a fix call said that its commit is released now; `released_at` is the commit's own time where a call gave that. What a release
-- says of a fix stands with the release.
ALTER TABLE fixes ADD COLUMN released_now_at timestamptz;
-- Defects whose releases say another time than stands: looked at again after the upgrade.
UPDATE defects SET commits_linked = false, link_tried_at = NULL
WHERE commits_linked AND id IN (
  SELECT d.id FROM defects d JOIN release_defects rd ON rd.defect_id = d.id JOIN releases r ON r.id = rd.release_id
  WHERE d.first_fix_released_at IS NULL OR r.released_at < d.first_fix_released_at OR r.released_at > d.final_fix_released_at);

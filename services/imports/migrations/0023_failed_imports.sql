-- Failed runs of repos that were imported before, of which another is tried by and by.
CREATE INDEX imports_failed ON imports (updated_at)
  WHERE error_em IS NOT NULL AND stored_tips IS NOT NULL AND import_status <> 'processing_completed';

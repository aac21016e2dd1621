-- The queue of imports is their table: an import that is under way and leased by nobody is due, from `resume_at` on.
ALTER TABLE imports
  ADD COLUMN resume_at timestamptz,
  -- Since when pauses for quota brought no progress.
  ADD COLUMN paused_since timestamptz,
  -- When a worker last took it: entities take turns.
  ADD COLUMN started_at timestamptz,
  -- Of the request that queued it.
  ADD COLUMN queued_trace text;
CREATE INDEX imports_queue ON imports (entity_id, run_queued_at)
  WHERE import_status NOT IN ('processing_completed', 'offered_pending_acceptance', 'could_not_determine_default_branch',
    'unable_to_acquire_connection', 'unable_to_import_no_quota', 'unable_to_import_no_repo', 'unable_to_import_too_many_attempts');

-- What line history follows: where changed lines came from, beside the hunks, so that no line is read on the way; and the
-- documentation of functions.

ALTER TABLE file_changes {on_cluster}
  ADD COLUMN IF NOT EXISTS links Array(UInt32) AFTER lines_deleted,
  ADD COLUMN IF NOT EXISTS link_paths Array(String) AFTER links,
  ADD COLUMN IF NOT EXISTS link_shas Array(String) AFTER link_paths,
  ADD COLUMN IF NOT EXISTS documented_functions Array(String) AFTER link_shas,
  ADD COLUMN IF NOT EXISTS documentation Array(String) CODEC(ZSTD(3)) AFTER documented_functions;

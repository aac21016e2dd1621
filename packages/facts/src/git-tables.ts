import { bool, f64, i8, i32, list, nullable, seconds, sha, sums, text, u8, u32, u64, word } from './columns.ts';
import { defineTable } from './table.ts';

/**
 * What an import writes of a git history. `version` grows with the import run's number (`factVersion`): of two rows with one key, the
 * newer run's counts. A row is final but for what a branch can still change (`on_default_branch`, `presence`) and for the evidence of who wrote lines.
 */
const ofRepo = { entity_id: u64, repo_id: u64 };

export const commitsTable = defineTable('commits', {
  ...ofRepo,
  sha,
  authored_at: seconds,
  committed_at: seconds,
  parents: list(sha),
  author_name: text,
  author_email: text,
  committer_name: text,
  committer_email: text,
  /** The author's committer (its own identity, not the primary). */
  committer_id: u64,
  message: text,
  is_merge: bool,
  on_default_branch: bool,
  /** existent | removed */
  presence: word,
  patch_id: text,
  ai_authored: bool,
  ai_confidence: f64,
  ai_tool: word,
  ai_evidence: text,
  ai_model: word,
  /** A record of its lines tells who wrote which, such as a note of `refs/notes/ai`. */
  line_records: bool,
  files_changed: u32,
  lines_added: u32,
  lines_deleted: u32,
  /** Issue keys that the message names. */
  issue_keys: list(text),
  stored_at: seconds,
  version: u64,
});

export const fileChangesTable = defineTable('file_changes', {
  ...ofRepo,
  path: text,
  committed_at: seconds,
  sha,
  path_before: text,
  status: word,
  mode_before: word,
  mode_after: word,
  blob_before: text,
  blob_after: text,
  similarity: u8,
  language: word,
  category: word,
  generated: bool,
  vendored: bool,
  lock: bool,
  binary: bool,
  oversized: bool,
  scored: bool,
  hunks: list(u32),
  lines_added: u32,
  lines_deleted: u32,
  /** `[line after, source, line before, count, …]`; a source is an index into the next two. */
  links: list(u32),
  link_paths: list(text),
  link_shas: list(text),
  documented_functions: list(text),
  documentation: list(text),
  version: u64,
});

export const lineChangesTable = defineTable('line_changes', {
  ...ofRepo,
  path: text,
  sha,
  hunk: u32,
  hunk_line: u32,
  authored_at: seconds,
  committer_id: u64,
  path_before: text,
  line_before: nullable(u32),
  line_after: nullable(u32),
  operation: word,
  text,
  origin_sha: nullable(sha),
  origin_path: text,
  origin_line: nullable(u32),
  origin_authored_at: nullable(seconds),
  /** The line it was before moves and reformats, where it replaces, deletes, moves or reformats one. */
  born_sha: nullable(sha),
  born_path: text,
  born_line: nullable(u32),
  origin_ai: bool,
  provenance: word,
  churn: bool,
  kind: word,
  function_name: text,
  class_name: text,
  block_hash: u64,
  duplicate: bool,
  ai_authored: bool,
  /** recorded | declared | probable | unknown: what is known of who wrote it. */
  evidence_tier: word,
  /** It has its evidence from the line of a branch that was squashed, rebased or picked. */
  evidence_inherited: bool,
  /** The assistant and its model; empty where nothing names them. */
  ai_tool: word,
  ai_model: word,
  category: word,
  language: word,
  scored: bool,
  new_file: bool,
  delta: f64,
  version: u64,
});

export const mergeRoutesTable = defineTable('merge_routes', {
  ...ofRepo,
  path: text,
  committed_at: seconds,
  sha,
  parent: i8,
  deleted: bool,
  parent_paths: list(text),
  segments: list(i32),
  version: u64,
});

/** Lines that ended without a changed line that says so, or were kept although one does: by the path and commit that wrote them. */
export const unrecordedEndsTable = defineTable('unrecorded_ends', {
  ...ofRepo,
  path: text,
  born_sha: sha,
  sha,
  kept: bool,
  ended_at: seconds,
  /** `[first line, count, …]` */
  lines: list(u32),
  version: u64,
});

/** One row a commit: what reports read instead of lines. */
export const commitScoresTable = defineTable('commit_scores', {
  ...ofRepo,
  authored_at: seconds,
  sha,
  committer_id: u64,
  is_merge: bool,
  on_default_branch: bool,
  presence: word,
  patch_id: text,
  ai_authored: bool,
  formula_version: word,
  delta: f64,
  lines: u32,
  lines_added: u32,
  lines_by_operation: sums(u32),
  delta_by_operation: sums(f64),
  lines_by_category: sums(u32),
  delta_by_category: sums(f64),
  lines_by_provenance: sums(u32),
  delta_by_provenance: sums(f64),
  churn_lines: u32,
  churn_delta: f64,
  duplicate_lines: u32,
  ai_lines_added: u32,
  ai_lines_deleted: u32,
  ai_lines: u32,
  ai_delta: f64,
  ai_lines_by_operation: sums(u32),
  /** A record of its lines tells who wrote which. */
  line_records: bool,
  /** Changed or deleted code older than a year, for the share of maintenance. */
  old_code_delta: f64,
  connective_calls: u32,
  committed_at: seconds,
  issue_keys: list(text),
  /** The message says that this commit fixes something. */
  says_fix: bool,
  version: u64,
  /** 0: as imported; else the version of the entity's weights that it was scored by. */
  score_version: u32,
});

/** What a commit's note tells of its lines; one that was withdrawn stays as a row without them. */
export const lineRecordsTable = defineTable('line_records', {
  ...ofRepo,
  sha,
  present: bool,
  paths: list(text),
  /** `[path, first line, last line, author, …]`, by their numbers in the other lists; a later range counts before an earlier one. */
  ranges: list(u32),
  author_ai: list(u8),
  author_tools: list(text),
  author_models: list(text),
  version: u64,
});

/** The commits just before the window whose files are stored. */
export const windowStartsTable = defineTable('window_starts', {
  ...ofRepo,
  sha,
  /** Only what differs from this one's files is stored; empty: every file. */
  base_sha: text,
  version: u64,
});

export const windowFilesTable = defineTable('window_files', {
  ...ofRepo,
  path: text,
  sha,
  /** `000000` where only the base has it. */
  mode: word,
  binary: bool,
  line_count: u32,
  /** Null for a binary file, and for one that is too large. */
  text: nullable(text),
  version: u64,
});

export const GIT_TABLES = [
  commitsTable,
  fileChangesTable,
  lineChangesTable,
  mergeRoutesTable,
  unrecordedEndsTable,
  commitScoresTable,
  windowStartsTable,
  windowFilesTable,
  lineRecordsTable,
];

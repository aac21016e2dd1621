import { bool, day, i64, list, moment, nullable, text, u64, word } from './columns.ts';
import { defineTable } from './table.ts';

/** Copies that analytics keeps from other units' events, so that a report asks no one. `version` is the aggregate's. */
const ofEntity = { entity_id: u64 };

export const committersTable = defineTable('committers', {
  ...ofEntity,
  committer_id: u64,
  primary_id: u64,
  user_id: u64,
  user_name: text,
  full_name: text,
  email: text,
  git_provider_id: text,
  avatar_url: text,
  processing_status: word,
  bot: bool,
  has_seat: bool,
  version: u64,
});

/** `removed` teams stay as rows, since rows are never deleted one by one. */
export const teamsTable = defineTable('teams', {
  ...ofEntity,
  team_id: u64,
  name: text,
  slug: text,
  parent_team_id: u64,
  board_id: text,
  repo_paths: list(text),
  member_ids: list(u64),
  member_from: list(day),
  /** 2199-12-31 while still a member. */
  member_until: list(day),
  manager_user_ids: list(u64),
  external_source: word,
  removed: bool,
  version: u64,
});

export const timeOffTable = defineTable('time_off', {
  ...ofEntity,
  committer_id: u64,
  starts: list(day),
  ends: list(day),
  version: u64,
});

export const reposTable = defineTable('repos', {
  ...ofEntity,
  repo_id: u64,
  organization_id: u64,
  path: text,
  version: u64,
});

export const releasesTable = defineTable('releases', {
  ...ofEntity,
  repo_id: u64,
  release_id: u64,
  name: text,
  sha: text,
  previous_sha: text,
  released_at: moment,
  triggered_by: word,
  deployed_by_committer_id: u64,
  defect_keys: list(text),
  issue_keys: list(text),
  removed: bool,
  version: u64,
});

/** Which release first carried each commit: worked out when commits or releases change. */
export const releasedCommitsTable = defineTable('released_commits', {
  ...ofEntity,
  repo_id: u64,
  sha: text,
  release_id: u64,
  released_at: nullable(moment),
  version: u64,
});

export const defectsTable = defineTable('defects', {
  ...ofEntity,
  defect_id: u64,
  defect_key: text,
  category: text,
  severity: nullable(i64),
  organization_id: u64,
  repo_id: u64,
  repo_ids: list(u64),
  detected_at: moment,
  first_fix_activity_at: nullable(moment),
  first_fix_merged_at: nullable(moment),
  first_fix_released_at: nullable(moment),
  resolved_at: nullable(moment),
  fix_shas: list(text),
  fix_repo_ids: list(u64),
  removed: bool,
  version: u64,
});

export const COPY_TABLES = [
  committersTable,
  teamsTable,
  timeOffTable,
  reposTable,
  releasesTable,
  releasedCommitsTable,
  defectsTable,
];

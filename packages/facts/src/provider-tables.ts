import { bool, day, f64, list, moment, nullable, seconds, sha, text, u32, u64, word } from './columns.ts';
import { defineTable } from './table.ts';

/** What code hosts, trackers and AI tools report. `version` grows with the payload's own time: the newer state wins. */
const ofEntity = { entity_id: u64 };
const ofRepo = { entity_id: u64, repo_id: u64 };

export const pullRequestsTable = defineTable('pull_requests', {
  ...ofRepo,
  number: u32,
  pull_request_id: u64,
  title: text,
  branch_name: text,
  target_branch: text,
  committer_id: u64,
  state: word,
  draft: bool,
  opened_at: moment,
  updated_at: moment,
  closed_at: nullable(moment),
  merged_at: nullable(moment),
  merge_sha: text,
  squash_sha: text,
  head_sha: text,
  /** Oldest first. */
  commit_shas: list(sha),
  /** Of each of them, or empty where the host does not say it of all. */
  commit_authored_at: list(seconds),
  first_commit_authored_at: nullable(moment),
  first_commented_at: nullable(moment),
  first_human_review_at: nullable(moment),
  issue_keys: list(text),
  url: text,
  version: u64,
});

export const pullRequestReviewsTable = defineTable('pr_reviews', {
  ...ofRepo,
  number: u32,
  review_id: text,
  committer_id: u64,
  bot: bool,
  verdict: word,
  submitted_at: moment,
  commit_sha: text,
  version: u64,
});

export const pullRequestCommentsTable = defineTable('pr_comments', {
  ...ofRepo,
  number: u32,
  comment_id: text,
  committer_id: u64,
  bot: bool,
  author_name: text,
  body: text,
  created_at: moment,
  path: text,
  line: nullable(u32),
  side: word,
  commit_sha: text,
  in_reply_to: text,
  resolved: bool,
  deleted: bool,
  version: u64,
});

export const issuesTable = defineTable('issues', {
  ...ofEntity,
  key: text,
  issue_id: u64,
  provider: word,
  repo_id: u64,
  title: text,
  type: word,
  status: word,
  status_category: word,
  priority: word,
  assignee_committer_id: u64,
  assignee_name: text,
  story_points: nullable(f64),
  epic_key: text,
  is_epic: bool,
  project_name: text,
  created_at: moment,
  started_at: nullable(moment),
  resolved_at: nullable(moment),
  is_critical_defect: bool,
  url: text,
  deleted: bool,
  version: u64,
});

/** One row for an issue, a sprint and a day on which it was in it. */
export const sprintDaysTable = defineTable('sprint_days', {
  ...ofEntity,
  sprint_id: text,
  issue_key: text,
  day,
  board_id: text,
  sprint_name: text,
  sprint_started_at: nullable(moment),
  sprint_ended_at: nullable(moment),
  story_points: nullable(f64),
  member: bool,
  version: u64,
});

export const tagsTable = defineTable('tags', {
  ...ofRepo,
  name: text,
  tag_id: u64,
  sha: text,
  tagged_at: moment,
  removed: bool,
  version: u64,
});

/** As providers, tools and `POST /ai_usages` report it: one row by date, provider, model, committer (or team), resource and source. */
export const aiUsageTable = defineTable('ai_usage', {
  ...ofEntity,
  date: day,
  provider: word,
  model: word,
  committer_id: u64,
  team_id: u64,
  /** Of the repo or organization that the usage belongs to; 0 where that is the entity. */
  organization_id: u64,
  /** 0 where it belongs to an organization or the entity. */
  repo_id: u64,
  /** `telemetry`: reported by the tool itself; empty: by the vendor's API or by `POST /ai_usages`. */
  source: word,
  lines_added: u32,
  lines_deleted: u32,
  prompted_suggest_count: u32,
  prompted_accept_count: u32,
  tab_suggest_count: u32,
  tab_accept_count: u32,
  cents_cost: f64,
  input_tokens: u64,
  output_tokens: u64,
  version: u64,
});

export const PROVIDER_TABLES = [
  pullRequestsTable,
  pullRequestReviewsTable,
  pullRequestCommentsTable,
  issuesTable,
  sprintDaysTable,
  tagsTable,
  aiUsageTable,
];

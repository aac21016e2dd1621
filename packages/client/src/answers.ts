/** The answers of the API, as its document has them: what a client of it needs to know by name. */
export type RoleEm = 'super_admin' | 'admin' | 'manager' | 'member';
export type IntervalEm = 'daily' | 'weekly' | 'monthly';
export type AggregateBy = 'none' | 'ai_cohort' | 'ai_provider' | 'committer' | 'repo' | 'repo_path' | 'team';
export type ProcessingStatusEm = 'processing_stats' | 'limited_processing' | 'not_processing';
export type PhaseEm = 'phase_open' | 'phase_stale_open' | 'phase_closed' | 'phase_merged';

export interface Envelope {
  action_em: string;
  response_em: string;
  response_detail: string;
}

export interface Page extends Envelope {
  page: number;
  page_count: number;
  per_page: number;
  total_count: number;
  next_cursor?: string | null;
}

export interface Segment {
  segment_em: string;
  title: string;
  description: string;
  unit: string;
  value_precision: number;
  interval_ems: IntervalEm[];
  aggregation_options: AggregateBy[];
  default_aggregation: AggregateBy;
  facts: string[];
  resource_types: string[];
  formula: string;
  definition_version: number;
  additive: boolean;
  empty_value: number | null;
}

export interface ReportPoint {
  url: string;
  x: string;
  y: number | null;
  start_date: string;
  end_date: string;
}

export interface SummaryStats {
  total: number | null;
  mean: number | null;
  median: number | null;
  minimum: number | null;
  maximum: number | null;
  first: number | null;
  last: number | null;
  change_percent: number | null;
  previous_range_total: number | null;
  previous_range_change_percent: number | null;
}

export interface Report {
  context: { entity: string; organization: string | null };
  aggregated_by: AggregateBy;
  series_overlap: boolean;
  interval_em: IntervalEm;
  segment_em: string;
  series_segments: Record<string, ReportPoint[]>;
  unit: string;
  value_precision: number;
  /** Which version of the definitions the answer follows. */
  definition_version: number;
  response_detail?: string;
  /** Beside segments about AI: of how much it is known whether AI wrote it. */
  coverage?: { line_records_percent: number | null; telemetry_people_percent: number | null };
  calculated_summary_stats?: Record<string, SummaryStats>;
}

export interface Contributor {
  full_name: string | null;
  username?: string | null;
  user_name?: string | null;
}

/** What a record contributes to the point that it was listed for. */
export interface PointPart {
  point_value?: number | null;
  point_values?: Record<string, number | null>;
}

export interface CommitRecord extends PointPart {
  sha: string;
  authored_at: string;
  contributor: Contributor | null;
  diff_delta: number;
  message: string;
  presence?: string;
  state?: string;
  repo?: string;
  repo_path?: string;
  child_shas: string[];
  entered_service_at: string;
  phase_em?: string;
}

export interface PullRequestRecord extends PointPart {
  id: number;
  number: number;
  title: string;
  branch_name: string;
  repo_path: string;
  phase_em: PhaseEm;
  opened_at: string;
  closed_at: string | null;
  first_commented_at: string | null;
  first_commit_authored_at: string | null;
  squash_commit_sha: string | null;
  post_merge_delta: number | null;
  contributor: Contributor | null;
  business_minutes_awaited_first_review: number | null;
  business_minutes_cycle_time: number | null;
  business_minutes_lead_time: number | null;
  business_minutes_open_to_closed: number | null;
  commits: CommitRecord[];
}

export interface IssueRecord extends PointPart {
  id: number;
  key: string;
  title: string;
  type: string | null;
  status: string | null;
  issue_provider_em: string;
  priority: string | null;
  assignee: unknown;
  story_points: number | null;
  created_at: string | null;
  started_at: string | null;
  resolved_at: string | null;
  is_critical_defect: boolean;
  url: string | null;
}

/** A page of records; its array is under the name of their type. */
export interface RecordsPage extends Page {
  point_formula?: string;
  further_urls?: string[];
  commits?: CommitRecord[];
  pull_requests?: PullRequestRecord[];
  issues?: IssueRecord[];
}

export interface Developer {
  id: number;
  committer_user_name: string;
  full_name: string;
  git_provider_id: string | null;
  last_commit_authored_at: string | null;
  last_commit_committed_at: string | null;
  processing_status_em: ProcessingStatusEm;
  provider_email: string | null;
  teams: { role_em: string; team_id: number; team_name: string; team_slug: string }[];
  user_id: number | null;
}

export interface DeveloperPage extends Envelope {
  committers: Developer[];
  page: number;
  total_pages: number;
  total_count?: number;
}

export interface ImportedRepo {
  id: number;
  repo_path: string;
  import_status: string;
  created_at: string;
  updated_at: string;
  error_em: string | null;
  error_detail: string;
  available_provider_connection_count: number;
  commits_complete_count: number;
  commit_processed_count: number;
  default_branch_processed_back_through: string | null;
  last_deployed_at: string | null;
  last_pr_discovery_at: string | null;
  last_processed_at: string | null;
  last_provider_quota_exceeded_at: string | null;
  last_year_days_with_commit_processed_count: number;
  percent_complete: number;
  provider_past_year_commit_count: number | null;
  pull_request_discovered_count: number;
  pull_request_processed_count: number;
  stats_calculated_at: string | null;
  subscription_earliest_processing_at: string | null;
}

export interface Release {
  id: number;
  name: string | null;
  repo: string;
  repo_id: number;
  repo_path: string;
  triggered_by: string;
  deployed_by: { committer_user_name: string; full_name: string } | null;
  released_at: string;
  commit_count: number;
  defect_count: number;
  issue_count: number;
}

export interface CriticalDefect {
  id: number;
  defectKey: string;
  customerDefectIdentifier: string | null;
  detectedAt: string;
  detectedAtWords: string;
  firstFixActivityAt: string | null;
  firstFixReleasedAt: string | null;
  finalFixReleasedAt: string | null;
  resolvedAt: string | null;
  minutesToResolved: number | null;
  htmlDescription: string;
  severity: number | null;
  path: string;
  repoPaths: string[];
  timelineHours: { title: string; hours: number | null; key: string }[];
  issueTracker: { issueIdentifier: string; projectName: string; url: string; title: string } | null;
}

export interface Team {
  id: number;
  name: string;
  slug: string;
  parent_slug: string | null;
  external_source_em: string | null;
  project_board_id: string | null;
  committers_total_count: number;
  committers_active_count: number;
  committers_seated: string[];
  developers: {
    id: number;
    committer_user_name: string;
    full_name: string;
    processing_status_em: ProcessingStatusEm;
    user_id: number | null;
  }[];
  managers: { user_id: number; user_name: string; full_name: string | null }[];
  repo_paths: string[];
}

export interface ResourceRepo {
  id: number;
  slug: string;
  organization_slug: string;
  path: string;
  resource_path: string;
  git_provider_em: string;
  html_url: string | null;
  default_branch: string | null;
  import_status: string | null;
  last_commit_on: string | null;
}

export type QuestionKind = 'rating_1_5' | 'nps_0_10' | 'single_choice' | 'multiple_choice' | 'text';

export interface SurveyQuestion {
  question_id: number;
  kind_em: QuestionKind;
  text: string;
  options: string[];
}

export interface Survey {
  id: number;
  title: string;
  status_em: string;
  team_slug: string | null;
  resource_path: string | null;
  anonymous: boolean;
  opens_at: string;
  closes_at: string | null;
  closed_at: string | null;
  participant_count: number;
  response_count: number;
  questions: SurveyQuestion[];
}

export interface SurveyShown {
  withheld: boolean;
  count: number | null;
  mean: number | null;
  nps: number | null;
  distribution: Record<string, number> | null;
  texts: string[] | null;
}

export interface SurveyResults extends Envelope {
  survey: Survey;
  respondents: string[] | null;
  results: {
    question_id: number;
    kind_em: QuestionKind;
    text: string;
    overall: SurveyShown;
    teams: ({ team_id: number | null; team_name: string | null; team_slug: string | null } & SurveyShown)[];
  }[];
}

/** What is known of who wrote a line. */
export interface LineEvidence {
  authored_by_llm: boolean;
  evidence_tier_em: 'evidence_recorded' | 'evidence_declared' | 'evidence_probable' | 'evidence_unknown';
  evidence_inherited: boolean;
  ai_tool: string | null;
  ai_model: string | null;
}

export interface LineVersion extends LineEvidence {
  authored_at: string;
  author: { avatar_url: string | null; email: string; full_name: string; user_name: string };
  churn: string | null;
  code_file_path_after: string | null;
  commit_message: string;
  deployed_at: string | null;
  line_explanation: string | null;
  line_number_after: number | null;
  line_number_before: number | null;
  line_value: number;
  operation_em: string;
  scoped_function_name: string | null;
  sha: string;
}

export interface CodeCommit {
  sha: string;
  authored_at: string;
  authored_by_llm: boolean;
  author: { avatar_url: string | null; commits_in_repo: number; email: string; full_name: string; user_name: string };
  commit_message: string;
}

export interface BlamedLine {
  line_number: number;
  text: string | null;
  origin_em: 'origin_in_window' | 'origin_before_window' | 'origin_not_shown';
  entry:
    | (LineEvidence & {
        sha: string;
        authored_at: string;
        user_name: string;
        code_file_path: string;
        line_number: number;
        operation_em: string;
        provenance_em: string | null;
      })
    | null;
}

export interface Blame extends Envelope {
  sha: string;
  file_path: string;
  line_count: number;
  from_line: number;
  to_line: number;
  text_shown: boolean;
  lines: BlamedLine[];
  commits: CodeCommit[];
}

export interface DefectOrigin {
  repo_path: string;
  sha: string;
  fix_sha: string;
  user_name: string;
  authored_at: string;
  age_days: number;
  line_count: number;
  ai_line_count: number;
  has_line_records: boolean;
  evidence: {
    evidence_tier_em: 'recorded' | 'declared' | 'probable' | 'unknown';
    ai_tool: string | null;
    ai_model: string | null;
    line_count: number;
  }[];
  release: { name: string; released_at: string } | null;
  reviewers: string[];
}

export interface DefectWithOrigins {
  defect_key: string;
  detected_at: string;
  fixes: { repo_path: string; sha: string }[];
  line_count: number;
  ai_line_count: number;
  origins: DefectOrigin[];
}

export interface OriginPart {
  name: string;
  line_count: number;
  commit_count: number;
  defect_count: number;
}

export interface OriginTotals {
  defect_count: number;
  defect_with_origins_count: number;
  defect_with_ai_count: number;
  line_count: number;
  ai_line_count: number;
  coverage_percent: number | null;
  by_tool: OriginPart[];
  by_team: OriginPart[];
  by_age: OriginPart[];
}

export interface LineOwner {
  user_name: string;
  full_name: string;
  line_count: number;
  line_percent: number | null;
  ai_line_count: number;
  file_count: number;
  main_file_count: number;
  is_present: boolean;
}

export interface OwnedFile {
  repo_path: string;
  path: string;
  line_count: number;
  ai_line_count: number;
  person_count: number;
  main_user_name: string;
  main_line_count: number;
}

export interface Ownership extends Page {
  as_of: string;
  is_current: boolean;
  line_count: number;
  file_count: number;
  bus_factor_lines: number | null;
  bus_factor_files: number | null;
  not_present_percent: number | null;
  ai_percent: number | null;
  coverage_percent: number | null;
  without: {
    user_names: string[];
    left_line_count: number;
    left_line_percent: number | null;
    left_file_count: number;
    left_file_percent: number | null;
  };
  people: LineOwner[];
  files: OwnedFile[];
}

export interface SurvivalPoint {
  age_days: number;
  /** The share of lines that live longer, from 0 to 1, with a band of 95 %. */
  survival: number;
  lower: number | null;
  upper: number | null;
  at_risk: number;
  standard_error: number;
  unclustered_standard_error: number;
}

export interface SurvivalGroup {
  group: string;
  name: string;
  line_count: number;
  ended_line_count: number;
  living_line_count: number;
  commit_count: number;
  median_days: number | null;
  median_lower_days: number | null;
  median_upper_days: number | null;
  restricted_to_days: number;
  restricted_mean_days: number | null;
  restricted_mean_lower_days: number | null;
  restricted_mean_upper_days: number | null;
  points: SurvivalPoint[];
}

export interface LogRankTest {
  chi_square: number;
  degrees_of_freedom: number;
  p_value: number;
  unclustered_chi_square: number | null;
  unclustered_p_value: number | null;
}

export interface SurvivalDifference {
  restricted_to_days: number;
  restricted_mean_days: number;
  against_restricted_mean_days: number;
  difference_days: number;
  difference_lower_days: number;
  difference_upper_days: number;
}

export interface SurvivalComparison {
  group: string;
  against: string;
  naive: { log_rank: LogRankTest | null; mean: SurvivalDifference | null };
  like_with_like: {
    stratum_count: number;
    line_count: number;
    against_line_count: number;
    left_out_line_count: number;
    left_out_against_line_count: number;
    log_rank: LogRankTest | null;
    mean: SurvivalDifference | null;
  } | null;
}

export interface Survival extends Envelope {
  group_by: string;
  max_age_days: number;
  is_current: boolean;
  coverage_percent: { lines_with_records: number | null; people_with_telemetry: number | null };
  groups: SurvivalGroup[];
  log_rank: LogRankTest | null;
  comparisons: SurvivalComparison[];
}

export interface CodeFile {
  path: string;
  kind_em: 'kind_file' | 'kind_folder' | 'kind_submodule';
  file_count: number;
  last_changed_sha: string | null;
  last_changed_at: string | null;
}

export interface FileVersion extends CodeCommit {
  code_file_path: string;
  code_file_path_before: string | null;
  status_em: string;
  lines_added: number;
  lines_deleted: number;
}

export interface CommitLine extends LineEvidence {
  code_file_path: string;
  hunk: number;
  line_number_before: number | null;
  line_number_after: number | null;
  operation_em: string;
  provenance_em: string;
  is_churn: boolean;
  line_value: number | null;
  text: string | null;
}

export interface CommitLines extends Page {
  text_shown: boolean;
  diff_delta_version: number;
  commit: CodeCommit & {
    parents: string[];
    is_merge: boolean;
    on_default_branch: boolean;
    diff_delta: number | null;
  };
  files: {
    code_file_path_after: string | null;
    code_file_path_before: string | null;
    status_em: string;
    language: string | null;
    category_em: string;
    lines_added: number;
    lines_deleted: number;
    is_binary: boolean;
    is_scored: boolean;
    has_lines: boolean;
  }[];
  lines: CommitLine[];
}

export interface LlmToken {
  id: number;
  ai_usage_provider_em: string;
  created_at: string;
  global_error_em: string | null;
  last_exceeded_quota_at: string | null;
  last_used_at: string | null;
  created_by_user: { service_id: number; name: string; git_provider_em: string } | null;
  confirmed_resources: { resource_em: string; resource_id: number; resource_name: string }[];
}

export interface UsageSource {
  ai_provider_em: string;
  source_em: 'telemetry' | 'vendor_api' | 'posted';
  figures: string[];
  last_usage_date: string | null;
  last_received_at: string | null;
  waiting_people_count: number | null;
}

export interface User {
  id: number;
  email: string;
  user_name: string;
  full_name: string | null;
  avatar_url: string | null;
  role_em: RoleEm;
  member_since: string;
  last_seen_at: string | null;
}

export interface ApiToken {
  id: number;
  name: string;
  prefix: string;
  user: { id: number; email: string; user_name: string };
  scopes: string[] | null;
  rate_limit_per_minute: number | null;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  revoked_at: string | null;
}

export interface Connection {
  id: number;
  git_provider_em: string;
  account: string;
  endpoint_url: string | null;
  status_em: 'connection_valid' | 'connection_invalid' | 'connection_quota_exceeded';
  last_error_detail: string | null;
  organizations: string[];
  repos_cached_at: string | null;
  created_at: string;
  expires_at: string | null;
  expires_in_days: number | null;
}

export interface Webhook extends Envelope {
  url: string;
  secret: string;
  secret_goes: string;
  events: string;
}

export interface AuditEntry {
  id: number;
  at: string;
  act: string;
  actor: string;
  actor_email: string | null;
  detail: Record<string, unknown>;
  trace_identifier: string | null;
}

/** Groups of weights, and the two divisors. */
export interface DiffDeltaWeights {
  operation: Record<string, number>;
  category: Record<string, number>;
  line: Record<string, number>;
  age: Record<string, number>;
  proximity: number;
  divisor: number;
}

export interface DiffDeltaPreview {
  start_date: string;
  end_date: string;
  diff_delta_version: number;
  diff_delta_weights: DiffDeltaWeights;
  commit_count: number;
  before: number;
  after: number;
  change_percent: number | null;
  repos: { repo_path: string; before: number; after: number }[];
  committers: { user_name: string; before: number; after: number }[];
}

export interface Derivation {
  derivation_em: string;
  version: number;
  state_em: 'pending' | 'in_progress' | 'completed';
  done_count: number;
  total_count: number;
  percent_complete: number;
  requested_at: string;
  started_at: string | null;
  finished_at: string | null;
}

export interface EntitySettings {
  diff_delta_weights: DiffDeltaWeights | null;
  diff_delta_version: number;
  time_zone: string;
  business_day_start: string;
  business_day_end: string;
  holidays: string[];
  source_text_em: 'source_text_everyone' | 'source_text_teams' | 'source_text_admins';
  allowed_origins: string[];
  seat_limit: number | null;
  import_window: number | string | null;
  subscription_starts_on: string | null;
}

export interface Identity {
  id: number;
  committer_user_name: string;
  full_name: string;
  email: string | null;
  git_provider_em: string | null;
  git_provider_id: string | null;
  primary_id: number;
  primary_user_name: string;
  is_primary: boolean;
  split_by_hand: boolean;
  processing_status_em: string;
  last_commit_authored_at: string | null;
}

import {
  PROCESSING_STATUSES,
  TEAM_ROLES,
  TEAM_SOURCES,
  USAGE_PROVIDERS,
  USAGE_SOURCES,
} from '@linescope/contract/enums';
import { count, day, id, timestamp } from '@linescope/contract/output-fields';
import { ISSUE_PROVIDERS } from '@linescope/contract/vendors';
import { z } from 'zod';

/** The records of each audit, as the API reference shows them. */
const text = z.string();
const time = timestamp.nullable();
const amount = z.number().nullable();
const texts = z.array(z.string());
const person = z.object({ full_name: text, user_name: text });

/** Of a record behind a point. */
const ofPoint = {
  point_value: amount.optional(),
  point_values: z.record(z.string(), amount).optional(),
};

const site = z.object({ branches: texts, current_branch: text.nullable(), committed_at: time, sha: text });
const presence = z.enum(['existent', 'removed']);
const state = z.enum(['pending', 'analysis_complete', 'ignored']);
const ofCommit = {
  sha: text,
  authored_at: time,
  child_shas: texts,
  diff_delta: z.number(),
  entered_service_at: time,
  message: text,
  sites: z.array(site),
  /** Each under the two names that the spec has for it. */
  contributor: z.object({ full_name: text, username: text, user_name: text }),
  presence,
  presence_em: presence,
  state,
  state_em: state,
  repo: text,
  repo_path: text,
};

export const commitRecord = z
  .object({
    ...ofCommit,
    ...ofPoint,
  })
  .meta({ id: 'AuditedCommit' });

export const pullRequestRecord = z
  .object({
    id,
    number: count,
    title: text,
    branch_name: text,
    repo_path: text,
    phase_em: z.enum(['phase_open', 'phase_stale_open', 'phase_closed', 'phase_merged']),
    opened_at: time,
    closed_at: time,
    first_commented_at: time,
    first_commit_authored_at: time,
    entered_service_at: time,
    squash_commit_sha: text.nullable(),
    post_merge_delta: z.number(),
    contributor: person,
    business_minutes_awaited_first_review: amount,
    business_minutes_cycle_time: amount,
    business_minutes_lead_time: amount,
    business_minutes_open_to_closed: amount,
    commits: z.array(
      z.object({
        ...ofCommit,
        phase_em: z.enum(['phase_preparing', 'phase_revising', 'phase_post_merge']),
      }),
    ),
    ...ofPoint,
  })
  .meta({ id: 'AuditedPullRequest' });

export const committerRecord = z
  .object({
    committer_user_name: text,
    id,
    git_provider_id: text.nullable(),
    last_commit_authored_at: time,
    last_commit_committed_at: time,
    processing_status_em: z.enum(PROCESSING_STATUSES),
    provider_email: text.nullable(),
    teams: z.array(z.object({ role_em: z.enum(TEAM_ROLES), team_id: id, team_name: text, team_slug: text })),
    user_id: id.nullable(),
  })
  .meta({ id: 'AuditedCommitter' });

export const teamRecord = z
  .object({
    id,
    name: text,
    slug: text,
    parent_slug: text.nullable(),
    external_source_em: z.enum(TEAM_SOURCES).nullable(),
    project_board_id: text.nullable(),
    repo_paths: texts,
    people_count: count,
    people_seated_count: count,
    committers_total_count: count,
    committers_active_count: count,
    committers_seated: texts,
    developers: z.array(
      z.object({
        id,
        committer_user_name: text,
        full_name: text,
        processing_status_em: z.enum(PROCESSING_STATUSES),
        user_id: id.nullable(),
      }),
    ),
    managers: z.array(z.object({ user_id: id, user_name: text, full_name: text.nullable() })),
  })
  .meta({ id: 'AuditedTeam' });

export const tagRecord = z
  .object({ id, name: text, sha: text, repo_path: text, tagged_at: time })
  .meta({ id: 'AuditedTag' });

export const issueRecord = z
  .object({
    id,
    key: text,
    title: text,
    type: text,
    status: text,
    issue_provider_em: z.enum(ISSUE_PROVIDERS),
    priority: text,
    assignee: text.nullable(),
    story_points: amount,
    created_at: time,
    started_at: time,
    resolved_at: time,
    is_critical_defect: z.boolean(),
    url: text,
    ...ofPoint,
  })
  .meta({ id: 'AuditedIssue' });

export const defectRecord = z
  .object({
    id,
    defect_key: text,
    category: text,
    severity: amount,
    repo_paths: texts,
    fix_shas: texts,
    detected_at: time,
    first_fix_activity_at: time,
    first_fix_merged_at: time,
    first_fix_released_at: time,
    resolved_at: time,
    ...ofPoint,
  })
  .meta({ id: 'AuditedCriticalDefect' });

export const releaseRecord = z
  .object({
    id,
    name: text.nullable(),
    repo_path: text,
    sha: text.nullable(),
    previous_sha: text.nullable(),
    released_at: time,
    triggered_by: text,
    deployed_by: person.nullable(),
    defect_keys: texts,
    issue_keys: texts,
    ...ofPoint,
  })
  .meta({ id: 'AuditedRelease' });

export const aiUsageRecord = z
  .object({
    date: day,
    ai_provider_em: z.enum(USAGE_PROVIDERS),
    llm_model_name: text,
    contributor: person.nullable(),
    team_slug: text.nullable(),
    resource_path: text,
    lines_added: count,
    lines_deleted: count,
    prompted_suggest_count: count,
    prompted_accept_count: count,
    tab_suggest_count: count,
    tab_accept_count: count,
    cents_cost: z.number(),
    input_tokens: count,
    output_tokens: count,
    source_em: z.enum(USAGE_SOURCES),
    ...ofPoint,
  })
  .meta({ id: 'AuditedAiUsage' });

export const aiSeatRecord = z
  .object({
    committer_id: id,
    contributor: person.nullable(),
    processing_status_em: z.enum(PROCESSING_STATUSES),
    last_ai_usage_on: day.nullable(),
    ...ofPoint,
  })
  .meta({ id: 'AuditedAiSeat' });

export const sprintIssueRecord = z
  .object({
    sprint_id: text,
    sprint_name: text,
    board_id: text.nullable(),
    sprint_started_at: time,
    sprint_ended_at: time,
    issue_key: text,
    title: text,
    type: text,
    status: text,
    assignee: text.nullable(),
    was_planned: z.boolean(),
    planned_points: z.number(),
    was_completed: z.boolean(),
    story_points: z.number(),
    resolved_at: time,
    url: text,
    ...ofPoint,
  })
  .meta({ id: 'AuditedSprintIssue' });

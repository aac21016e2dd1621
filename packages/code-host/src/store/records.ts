/** What the data folder holds beside the git directories: people and teams of an organization, and the talk about a repo. */
import { z } from 'zod';

const login = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9-]*(\[bot\])?$/);
const time = z.iso.datetime();
const sha = z.string().regex(/^[0-9a-f]{40}$/);
const id = z.number().int().positive();

export const userRecord = z.object({
  id,
  login,
  name: z.string(),
  email: z.string(),
  /** Further addresses that this person commits under. */
  other_emails: z.array(z.string()).default([]),
  type: z.enum(['User', 'Bot']).default('User'),
  created_at: time.default('2020-01-01T00:00:00Z'),
});
export type UserRecord = z.infer<typeof userRecord>;

export const teamRecord = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  description: z.string().default(''),
  members: z.array(login),
  maintainers: z.array(login).default([]),
});
export type TeamRecord = z.infer<typeof teamRecord>;

export const organizationRecord = z.object({
  id,
  login: z.string(),
  name: z.string(),
  description: z.string().default(''),
  created_at: time.default('2020-01-01T00:00:00Z'),
  users: z.array(userRecord).default([]),
  teams: z.array(teamRecord).default([]),
});
export type OrganizationRecord = z.infer<typeof organizationRecord>;

const commentRecord = z.object({ id, author: login, body: z.string(), created_at: time, updated_at: time.optional() });
export type CommentRecord = z.infer<typeof commentRecord>;

/** One entry of an issue's timeline that is neither a comment nor a review. */
const eventRecord = z.object({
  id,
  event: z.enum([
    'labeled',
    'assigned',
    'closed',
    'reopened',
    'referenced',
    'merged',
    'ready_for_review',
    'review_requested',
  ]),
  actor: login,
  created_at: time,
  label: z.string().optional(),
  assignee: login.optional(),
  commit_id: sha.optional(),
});
export type EventRecord = z.infer<typeof eventRecord>;

const reviewRecord = z.object({
  id,
  author: login,
  state: z.enum(['APPROVED', 'CHANGES_REQUESTED', 'COMMENTED', 'DISMISSED']),
  body: z.string().default(''),
  submitted_at: time,
  commit_id: sha,
});
export type ReviewRecord = z.infer<typeof reviewRecord>;

const reviewCommentRecord = z.object({
  id,
  review_id: id,
  author: login,
  body: z.string(),
  path: z.string(),
  line: z.number().int().positive(),
  start_line: z.number().int().positive().optional(),
  side: z.enum(['LEFT', 'RIGHT']).default('RIGHT'),
  diff_hunk: z.string().default('@@ -1 +1 @@'),
  commit_id: sha,
  in_reply_to_id: id.optional(),
  created_at: time,
  updated_at: time.optional(),
  /** Of the thread that it began. */
  resolved: z.boolean().default(false),
});
export type ReviewCommentRecord = z.infer<typeof reviewCommentRecord>;

const talk = {
  id,
  number: z.number().int().positive(),
  title: z.string(),
  body: z.string().nullable().default(null),
  author: login,
  labels: z.array(z.string()).default([]),
  assignees: z.array(login).default([]),
  created_at: time,
  updated_at: time,
  closed_at: time.nullable().default(null),
  comments: z.array(commentRecord).default([]),
  events: z.array(eventRecord).default([]),
};

export const pullRequestRecord = z.object({
  ...talk,
  draft: z.boolean().default(false),
  merged_at: time.nullable().default(null),
  merged_by: login.nullable().default(null),
  merge_commit_sha: sha.nullable().default(null),
  base_ref: z.string(),
  base_sha: sha,
  head_ref: z.string(),
  head_sha: sha,
  reviews: z.array(reviewRecord).default([]),
  review_comments: z.array(reviewCommentRecord).default([]),
});
export type PullRequestRecord = z.infer<typeof pullRequestRecord>;

export const issueRecord = z.object({
  ...talk,
  state_reason: z.enum(['completed', 'reopened', 'not_planned', 'duplicate']).nullable().default(null),
  type: z.string().nullable().default(null),
  closed_by: login.nullable().default(null),
});
export type IssueRecord = z.infer<typeof issueRecord>;

export const releaseRecord = z.object({
  id,
  tag_name: z.string(),
  target_commitish: z.string(),
  name: z.string(),
  body: z.string().default(''),
  author: login,
  prerelease: z.boolean().default(false),
  created_at: time,
  published_at: time,
});
export type ReleaseRecord = z.infer<typeof releaseRecord>;

export const repositoryRecord = z.object({
  id: id.optional(),
  description: z.string().default(''),
  private: z.boolean().default(true),
  language: z.string().nullable().default(null),
  created_at: time.default('2020-01-01T00:00:00Z'),
  pull_requests: z.array(pullRequestRecord).default([]),
  issues: z.array(issueRecord).default([]),
  releases: z.array(releaseRecord).default([]),
});
export type RepositoryRecord = z.infer<typeof repositoryRecord>;
/** The same before its defaults are filled in: what a test or a generator writes. */
export type RepositoryInput = z.input<typeof repositoryRecord>;
export type OrganizationInput = z.input<typeof organizationRecord>;

/** What the tracker keeps of an organization, in `<org>/tracker.json`. */
import { z } from 'zod';

const time = z.iso.datetime();

const person = z.object({ accountId: z.string(), displayName: z.string(), emailAddress: z.string() });

export const sprintRecord = z.object({
  id: z.number(),
  board_id: z.number(),
  name: z.string(),
  start: time,
  end: time,
});
export type SprintRecord = z.infer<typeof sprintRecord>;

const changeRecord = z.object({
  id: z.number(),
  at: time,
  by: z.string(),
  field: z.enum(['status', 'Sprint', 'resolution', 'assignee', 'Story point estimate']),
  from: z.string().nullable(),
  from_text: z.string().nullable(),
  to: z.string().nullable(),
  to_text: z.string().nullable(),
});
export type ChangeRecord = z.infer<typeof changeRecord>;

export const trackedIssue = z.object({
  id: z.number(),
  key: z.string(),
  project: z.string(),
  type: z.string(),
  summary: z.string(),
  priority: z.string(),
  status: z.enum(['To Do', 'In Progress', 'In Review', 'Done']),
  points: z.number().nullable(),
  epic: z.string().nullable(),
  labels: z.array(z.string()),
  reporter: z.string(),
  assignee: z.string().nullable(),
  sprint_ids: z.array(z.number()),
  created_at: time,
  updated_at: time,
  resolved_at: time.nullable(),
  changes: z.array(changeRecord),
});
export type TrackedIssue = z.infer<typeof trackedIssue>;

export const trackerRecord = z.object({
  people: z.array(person).default([]),
  projects: z
    .array(
      z.object({
        id: z.number(),
        key: z.string(),
        name: z.string(),
        /** Accounts that have a role in it. */
        members: z.array(z.string()).default([]),
      }),
    )
    .default([]),
  boards: z.array(z.object({ id: z.number(), name: z.string(), project: z.string() })).default([]),
  sprints: z.array(sprintRecord).default([]),
  issues: z.array(trackedIssue).default([]),
});
export type TrackerRecord = z.infer<typeof trackerRecord>;

import { z } from 'zod';
import { defineEvent } from './define-event.ts';

const id = z.number().int().positive();

/** The whole committer as it is now: what analytics needs to read facts by person and by processing status. */
export const committerChanged = defineEvent(
  'developers_teams',
  'committer_changed',
  1,
  z.object({
    committerId: id,
    primaryId: id,
    userId: id.nullable(),
    userName: z.string(),
    fullName: z.string(),
    email: z.string().nullable(),
    gitProviderId: z.string().nullable(),
    avatarUrl: z.string().nullable(),
    processingStatusEm: z.enum(['processing_stats', 'limited_processing', 'not_processing']),
    bot: z.boolean(),
    hasSeat: z.boolean(),
  }),
);

/** The whole team as it is now. A member is one on each day from `from` to before `until`; null means still. The team of everybody is not published. */
export const teamChanged = defineEvent(
  'developers_teams',
  'team_changed',
  1,
  z.object({
    teamId: id,
    name: z.string(),
    slug: z.string(),
    parentTeamId: id.nullable(),
    removed: z.boolean(),
    projectBoardId: z.string().nullable(),
    repoPaths: z.array(z.string()),
    /** Of users. */
    managerUserIds: z.array(id).default([]),
    externalSourceEm: z.string().nullable().default(null),
    members: z.array(z.object({ committerId: id, roleEm: z.string(), from: z.string(), until: z.string().nullable() })),
  }),
);

/** All days off of a committer, as ranges with both ends included. */
export const timeOffChanged = defineEvent(
  'developers_teams',
  'time_off_changed',
  1,
  z.object({ committerId: id, ranges: z.array(z.object({ startDate: z.string(), endDate: z.string() })) }),
);

/** Somebody administered people here: identity keeps the trail of all such acts. */
export const peopleAdministered = defineEvent(
  'developers_teams',
  'people_administered',
  1,
  z.object({
    /** As in the audit trail: `token:17`. */
    actor: z.string(),
    action: z.string(),
    detail: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  }),
);

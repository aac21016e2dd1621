import { z } from 'zod';
import { defineEvent } from './define-event.ts';

const id = z.number().int().positive();
const time = z.string();

/** The whole defect with its fixes as it is now. */
export const defectChanged = defineEvent(
  'defects_releases',
  'defect_changed',
  1,
  z.object({
    defectId: id,
    defectKey: z.string(),
    category: z.string().nullable(),
    severity: z.number().int().nullable(),
    organizationId: id.nullable(),
    repoId: id.nullable(),
    detectedAt: time,
    firstFixActivityAt: time.nullable(),
    firstFixMergedAt: time.nullable(),
    firstFixReleasedAt: time.nullable(),
    finalFixReleasedAt: time.nullable(),
    resolvedAt: time.nullable(),
    removed: z.boolean(),
    /** The commits that fix it: those that fix calls name, and those that name its key. */
    fixCommits: z.array(z.object({ repoId: id, sha: z.string() })).optional(),
    /** The repos of its fixes, also of those that are not released yet. */
    fixRepoIds: z.array(id).optional(),
    fixes: z.array(
      z.object({ fixId: id, repoId: id, sha: z.string().nullable(), releasedAt: time, pushedAt: time.nullable() }),
    ),
  }),
);

/** The whole release as it is now. */
export const releaseChanged = defineEvent(
  'defects_releases',
  'release_changed',
  1,
  z.object({
    releaseId: id,
    repoId: id,
    name: z.string().nullable(),
    sha: z.string().nullable(),
    previousSha: z.string().nullable(),
    releasedAt: time,
    triggeredBy: z.string(),
    deployedByCommitterId: id.nullable(),
    defectKeys: z.array(z.string()),
    issueKeys: z.array(z.string()),
    removed: z.boolean(),
  }),
);

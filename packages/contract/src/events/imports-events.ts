import { z } from 'zod';
import { defineEvent } from './define-event.ts';

const id = z.number().int().positive();

/** How far an import is that has not completed yet; after that nobody waits for it, and it is published no more. */
export const importChanged = defineEvent(
  'imports',
  'import_changed',
  1,
  z.object({
    importId: id,
    /** `<organization>/<repo>` */
    repoPath: z.string(),
    /** Null until its repo is registered. */
    repoId: id.nullable(),
    importStatus: z.string(),
    errorDetail: z.string(),
    /** It completed, or was removed. */
    ended: z.boolean(),
  }),
);

/** Commits of one repo are queryable in ClickHouse now; those who waited for a sha can complete their records. */
export const commitsStored = defineEvent(
  'analytics',
  'commits_stored',
  1,
  z.object({
    repoId: id,
    shas: z.array(z.string()),
    /** Where branches stand now, and merge commits among the shas: what release rules look at. */
    branchTips: z.array(z.object({ branch: z.string(), sha: z.string(), committedAt: z.string() })).optional(),
    merges: z.array(z.object({ sha: z.string(), subject: z.string(), committedAt: z.string() })).optional(),
    /** The end of an import's run: commits stored earlier may have come to the default branch or left every branch. */
    completesRun: z.boolean().optional(),
  }),
);

/** Pull requests of one repo are queryable in ClickHouse, with the commits that they hold. */
export const pullRequestsStored = defineEvent(
  'analytics',
  'pull_requests_stored',
  1,
  z.object({ repoId: id, shas: z.array(z.string()) }),
);

/** Tags and issues that a sync brought and that release rules and defect rules look at. */
export const tagsStored = defineEvent(
  'analytics',
  'tags_stored',
  1,
  z.object({ repoId: id, tags: z.array(z.object({ name: z.string(), sha: z.string(), taggedAt: z.string() })) }),
);

export const issuesStored = defineEvent(
  'analytics',
  'issues_stored',
  1,
  z.object({
    issues: z.array(
      z.object({
        key: z.string(),
        title: z.string(),
        type: z.string(),
        priority: z.string().nullable(),
        projectName: z.string(),
        url: z.string(),
        repoId: id.nullable(),
        createdAt: z.string(),
        resolvedAt: z.string().nullable(),
      }),
    ),
  }),
);

/**
 * ClickHouse may have lost facts of these repos, or of all of the entity: they are compared with git and stored again. Where a
 * comparison would not see what was lost, their histories are read whole.
 */
export const factsDoubted = defineEvent(
  'analytics',
  'facts_doubted',
  1,
  z.object({ repoIds: z.array(z.number().int()).nullable(), readWhole: z.boolean().default(false) }),
);

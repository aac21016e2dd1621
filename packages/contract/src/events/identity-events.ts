import { z } from 'zod';
import { defineEvent } from './define-event.ts';

const id = z.number().int().positive();

/** Gateways drop what they cached for the token: it was revoked, or its user's role or limit changed. */
export const tokenChanged = defineEvent(
  'identity',
  'token_changed',
  1,
  z.object({ tokenId: id, tokenHash: z.string() }),
);

export const entityCreated = defineEvent('identity', 'entity_created', 1, z.object({ entitySlug: z.string() }));

export const entitySettingsChanged = defineEvent(
  'identity',
  'entity_settings_changed',
  1,
  z.object({ settings: z.unknown() }),
);

export const repoRegistered = defineEvent(
  'identity',
  'repo_registered',
  1,
  z.object({
    repoId: id,
    organizationId: id,
    organizationSlug: z.string(),
    repoSlug: z.string(),
    gitProviderEm: z.string(),
    defaultBranch: z.string().nullable(),
  }),
);

export const connectionAdded = defineEvent(
  'identity',
  'connection_added',
  1,
  z.object({ connectionId: id, userId: id, gitProviderEm: z.string() }),
);

/** An entity's issue tracker was set, or removed: whoever reads it asks for it as it is now. */
export const trackerChanged = defineEvent('identity', 'tracker_changed', 1, z.object({}));

/**
 * Every service removes all rows of the entity, then says `entityRowsRemoved` for the same round. Repeats are harmless.
 * A second round follows the first, for what was under way while rows were removed.
 */
export const entityOffboarding = defineEvent(
  'identity',
  'entity_offboarding',
  1,
  z.object({ entitySlug: z.string(), round: z.number().int().positive().default(1) }),
);

export const entityRowsRemoved = defineEvent(
  'offboarding',
  'entity_rows_removed',
  1,
  z.object({
    service: z.string(),
    removedCounts: z.record(z.string(), z.number()),
    round: z.number().int().positive().default(1),
  }),
);

/** Every service erases what it holds of one repo, then says `repoRowsRemoved` for the same round, as with an entity. */
export const repoRemoval = defineEvent(
  'identity',
  'repo_removal',
  1,
  z.object({ repoId: id, repoPath: z.string(), round: z.number().int().positive() }),
);

export const repoRowsRemoved = defineEvent(
  'offboarding',
  'repo_rows_removed',
  1,
  z.object({
    repoId: id,
    service: z.string(),
    removedCounts: z.record(z.string(), z.number()),
    round: z.number().int().positive(),
  }),
);

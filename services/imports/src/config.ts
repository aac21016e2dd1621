import { mailSettings, proxySettings, SECRET_KEYS, serviceSettings } from '@linescope/chassis/config/settings';
import { z } from 'zod';
import { parseWindow } from './domain/window.ts';

const address = z.string().regex(/^[^\s:]+:\d+$/, 'must be host:port');

/** What the API and the workers share. */
export const configSchema = z.object({
  ...serviceSettings,
  ...mailSettings,
  ...proxySettings,
  SECRET_KEYS,
  IDENTITY_GRPC: address,
  DEVELOPERS_TEAMS_GRPC: address,
  ANALYTICS_GRPC: address,
  ALLOW_PRIVATE_ADDRESSES: z.stringbool().default(false),
  /** Days, a day, or `all`: how far back imports read unless an entity says otherwise. */
  IMPORT_WINDOW: z
    .string()
    .refine((text) => parseWindow(text) !== null, 'must be a number of days, a day such as 2025-10-01, or all')
    .default('365'),
  /** Imports that a worker has under way at once; 0 derives it from its memory (2 more than the histories it reads at once). */
  IMPORT_JOBS: z.coerce.number().int().min(0).max(100).default(0),
  /** An import that pauses for quota and makes no progress for so long ends. */
  IMPORT_PAUSE_HOURS: z.coerce.number().min(0).default(24),
  IMPORT_ATTEMPTS: z.coerce.number().int().min(1).default(5),
  /** The first pause before another attempt; it grows with each. */
  IMPORT_RETRY_MS: z.coerce.number().int().min(1).default(5_000),
  /** Completed repos are looked at again after this long, as are those whose refresh failed (after 24 times as long where somebody must mend the cause); 0 turns it off. */
  IMPORT_REFRESH_MINUTES: z.coerce.number().int().min(0).default(60),
  /** Stored facts are compared with git after this long, and what is missing is read again; 0 turns it off. */
  FACTS_CHECK_HOURS: z.coerce.number().min(0).default(24),
  /** Repos that a new connection sees are offered by mail. */
  IMPORT_OFFERS: z.stringbool().default(true),
  /** A wait for a host's budget longer than this pauses the import instead. */
  PROVIDER_MAX_WAIT_MS: z.coerce.number().int().min(0).default(90_000),
  /** Pages of one list that a host may give; a longer one is read this far, and the import says so. */
  PROVIDER_MAX_PAGES: z.coerce.number().int().min(1).default(10_000),
  /** Minutes that one reading may spend on waiting for a host's answers. */
  PROVIDER_MAX_MINUTES: z.coerce.number().min(0.01).default(360),
  /** Answers of hosts are kept this long, so that facts can be derived again; 0 keeps none. */
  PAYLOAD_DAYS: z.coerce.number().int().min(0).default(30),
  /** The longest that one fetch of a repo may take, and the most that its clone may hold. */
  CLONE_MAX_MINUTES: z.coerce.number().min(0.01).default(120),
  CLONE_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(1)
    .default(20 * 1024 ** 3),
  /** The clone cache is pruned to this size, least recently used first. */
  CLONE_CACHE_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(50 * 1024 ** 3),
});

export type Config = z.infer<typeof configSchema>;

import { mailSettings, proxySettings, SECRET_KEYS, serviceSettings } from '@linescope/chassis/config/settings';
import { z } from 'zod';

/** The broker's address for operators, with more rights than the service has: the admin command runs in its environment. */
export const NATS_ADMIN_URL = z.string().optional();

/** Where other services are: the admin command asks them, in this service's environment. */
export const NEIGHBOURS = { DEVELOPERS_TEAMS_GRPC: z.string().min(1), ANALYTICS_GRPC: z.string().min(1) };

export const configSchema = z.object({
  ...serviceSettings,
  SECRET_KEYS,
  NATS_ADMIN_URL,
  ...z.object(NEIGHBOURS).partial().shape,
  /** For mailed sign-in links, and the admin command, which runs in this service's environment. */
  ...mailSettings,
  ...proxySettings,
  /** Lets a customer's endpoint be on a private network, and plain http. */
  ALLOW_PRIVATE_ADDRESSES: z.stringbool().default(false),
  /** Of tokens that have no limit of their own. */
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().positive().default(600),
  /** What a connection reaches is read again after this long, and repos made meanwhile are offered; tokens that were refused are checked again; 0 turns it off. */
  CONNECTION_SYNC_HOURS: z.coerce.number().int().min(0).default(24),
  /** Those that must say that an entity's rows are gone before it is. */
  OFFBOARDING_SERVICES: z
    .string()
    .default('developers-teams,defects-releases,imports,analytics')
    .transform((text) => text.split(',').map((name) => name.trim())),
  /** Between the two rounds of an offboarding: longer than a worker takes to notice that its work is gone. */
  OFFBOARDING_SETTLE_MS: z.coerce.number().int().min(0).default(30_000),
});

export type Config = z.infer<typeof configSchema>;

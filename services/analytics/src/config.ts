import { clickHouseSettings, serviceSettings } from '@linescope/chassis/config/settings';
import { z } from 'zod';

const address = z.string().regex(/^[^\s:]+:\d+$/, 'must be host:port');

export const configSchema = z.object({
  ...serviceSettings,
  ...clickHouseSettings,
  IDENTITY_GRPC: address,
  DEVELOPERS_TEAMS_GRPC: address,
  /** All parts of ClickHouse's tables are read and held against their checksums after this long; 0 turns it off. */
  FACTS_CHECK_HOURS: z.coerce.number().min(0).default(24),
  /** Data points and log events of AI tools that an entity may send in a day; more are refused. */
  TELEMETRY_POINTS_PER_DAY: z.coerce.number().int().min(1).default(2_000_000),
});

export type Config = z.infer<typeof configSchema>;

import { mailSettings, serviceSettings } from '@linescope/chassis/config/settings';
import { z } from 'zod';

const address = z.string().regex(/^[^\s:]+:\d+$/, 'must be host:port');

export const configSchema = z.object({
  ...serviceSettings,
  ...mailSettings,
  IDENTITY_GRPC: address,
});

export type Config = z.infer<typeof configSchema>;

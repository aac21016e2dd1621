import { serviceSettings } from '@linescope/chassis/config/settings';
import { z } from 'zod';

const address = z.string().regex(/^[^\s:]+:\d+$/, 'must be host:port');

export const configSchema = z.object({
  ...serviceSettings,
  IDENTITY_GRPC: address,
  /** Where links in mails lead. */
  PUBLIC_BASE_URL: z.url().default('http://localhost:8080'),
  /** `smtp[s]://user:password@host:port`; without it, mails are files in `DATA_DIR/mail`. */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must be an smtp:// or smtps:// URL')
    .optional(),
  MAIL_FROM: z.string().min(3).default('Linescope <no-reply@localhost>'),
  DATA_DIR: z.string().default('/var/lib/linescope'),
});

export type Config = z.infer<typeof configSchema>;

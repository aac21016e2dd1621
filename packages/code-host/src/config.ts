import { z } from 'zod';
import { faultSettings } from './server/faults.ts';

const environment = z.object({
  CODE_HOST_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** Where others than this machine are to reach it, as containers are. */
  CODE_HOST_BIND: z.string().default('127.0.0.1'),
  CODE_HOST_DATA_DIR: z.string().min(1),
  CODE_HOST_TOKEN: z.string().min(8),
  CODE_HOST_ADMIN_TOKEN: z.string().min(8).optional(),
  CODE_HOST_ALLOW_PUSH: z.stringbool().default(false),
  /** Calls an hour; the demo is to be imported at once, so it is far above GitHub's own 5,000. */
  CODE_HOST_QUOTA: z.coerce.number().int().min(0).default(200_000),
  CODE_HOST_FAULTS: z.string().default('{}'),
});

export function readConfig(env: NodeJS.ProcessEnv) {
  const result = environment.safeParse(env);
  if (!result.success) {
    throw new Error(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
  }
  const set = result.data;
  return {
    port: set.CODE_HOST_PORT,
    bind: set.CODE_HOST_BIND,
    dataDir: set.CODE_HOST_DATA_DIR,
    tokens: { [set.CODE_HOST_TOKEN]: 'demo-admin' },
    adminToken: set.CODE_HOST_ADMIN_TOKEN ?? set.CODE_HOST_TOKEN,
    allowPush: set.CODE_HOST_ALLOW_PUSH,
    faults: faultSettings.parse({ quota: { limit: set.CODE_HOST_QUOTA }, ...JSON.parse(set.CODE_HOST_FAULTS) }),
  };
}

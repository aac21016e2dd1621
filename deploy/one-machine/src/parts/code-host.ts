import { join } from 'node:path';
import type { PartHooks, RunningPart } from '../part.ts';
import { ROOT } from '../settings.ts';
import { inherited } from '../units.ts';
import { startHost } from './host.ts';

export const CODE_HOST_ENTRY = join(ROOT, 'deploy/code-host/src/main.ts');

/** A code host on this machine, with repositories to try the product on. */
export function startCodeHost(
  options: PartHooks & { dataDir: string; port: number; token: string },
): Promise<RunningPart> {
  const { port, token, ...hooks } = options;
  return startHost({
    ...hooks,
    name: 'code-host',
    entry: CODE_HOST_ENTRY,
    env: {
      ...inherited(),
      CODE_HOST_PORT: String(port),
      CODE_HOST_DATA_DIR: options.dataDir,
      CODE_HOST_TOKEN: token,
    },
    check: async () => true,
  });
}

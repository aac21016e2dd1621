import { fileURLToPath } from 'node:url';
import { startHost } from '@linescope/local-stores/listening-host';
import type { ProcessHooks, RunningProcess } from '@linescope/local-stores/running-process';
import { inherited } from './units.ts';

export const CODE_HOST_ENTRY = fileURLToPath(import.meta.resolve('@linescope/code-host/main'));

/** A code host on this machine, with repositories to try the product on. */
export function startCodeHost(
  options: ProcessHooks & { dataDir: string; port: number; token: string },
): Promise<RunningProcess> {
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

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ROOT } from '../settings.ts';

/** Makes the demo's repos, pull requests and plan at the local code host. A process of its own: it computes for some seconds. What the folder holds already is left as it is. */
export async function makeRepos(codeHostFolder: string): Promise<void> {
  const entry = fileURLToPath(import.meta.resolve('@linescope/demo/main'));
  await promisify(execFile)(process.execPath, [entry, '--data-dir', codeHostFolder, '--keep'], { cwd: ROOT });
}

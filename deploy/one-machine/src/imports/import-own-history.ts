import { ROOT } from '../settings.ts';
import type { Ready } from '../stack/ready-file.ts';
import { gitFolderOf, offerAtCodeHost, queueImport } from './queue-repository.ts';

const OWN_REPO = 'linescope/linescope';

/** The demo's first figures: the history of the repository that the stack stands in. */
export async function importOwnHistory(ready: Ready, say: (sentence: string) => void): Promise<void> {
  if (ready.code_host_url === null || ready.api_token === null) return;
  const gitDir = await gitFolderOf(ROOT);
  if (gitDir === null) {
    say('this folder is no git repository, so there is no history of its own to import');
    return;
  }
  try {
    await offerAtCodeHost(ready, { gitDir, repoPath: OWN_REPO });
    await queueImport(ready, OWN_REPO, undefined);
    say(`importing the history of this repository as ${OWN_REPO}`);
  } catch (error) {
    say(`the history of this repository was not queued: ${error instanceof Error ? error.message : String(error)}`);
  }
}

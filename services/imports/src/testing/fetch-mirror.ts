import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCodeHost } from '@linescope/code-host/start-code-host';
import { noProxy } from '@linescope/providers/pacing/outgoing-proxy';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import type { CloneEgress } from '../git-import/fetch-environment.ts';
import { type Mirror, mirrorPath, refreshMirror } from '../git-import/mirror.ts';
import type { FetchLimits } from '../git-import/watch-fetch.ts';

const LIMITS: FetchLimits = { minutes: 1, bytes: 1024 ** 3 };

async function temporaryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), name));
  removeAfterFile(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The clone URL of a repository at a code host of its own. */
export async function offerRepository(gitDir: string): Promise<string> {
  const host = await startCodeHost({ dataDir: await temporaryFolder('linescope-host-'), tokens: { token: 'ada' } });
  removeAfterFile(host.stop);
  await host.addRepository({ org: 'acme', name: 'repo', gitDir });
  return `${host.url}/acme/repo.git`;
}

/** A mirror of the repository at a URL, in a folder of its own, and the same fetch for as often as one likes. */
export async function mirrorOf(
  url: string,
  {
    limits = LIMITS,
    allowPrivate = true,
    certificates = null,
    proxyOf = noProxy,
  }: { limits?: FetchLimits } & Partial<CloneEgress> = {},
): Promise<{ gitDir: string; fetch: () => Promise<Mirror> }> {
  const cloneFolder = await temporaryFolder('linescope-clones-');
  const fetch = () =>
    refreshMirror({
      cloneFolder,
      entityId: 1,
      repoId: 2,
      access: { url, username: 'x', password: 'token' },
      defaultBranch: 'main',
      egress: { allowPrivate, certificates, proxyOf },
      limits,
      signal: new AbortController().signal,
    });
  return { gitDir: mirrorPath(cloneFolder, 1, 2), fetch };
}

import { setTimeout as delay } from 'node:timers/promises';
import { offerAtCodeHost, queueImport } from '@linescope/one-machine/imports/queue-repository';
import type { Ready } from '@linescope/one-machine/stack/ready-file';
import { z } from 'zod';
import type { Caller } from '../../support/call-api.ts';

const imported = z.looseObject({
  repos: z.array(z.looseObject({ repo_path: z.string(), import_status: z.string() })),
});

export async function isImported(api: Caller, slug: string, repoPath: string): Promise<boolean> {
  const { body } = await api.get('/imports', { resource_path: slug });
  const found = imported.safeParse(body).data?.repos.find((repo) => repo.repo_path === repoPath);
  return found?.import_status === 'processing_completed';
}

/** How long a customer's first import of a repo takes, as a text. */
export async function timeImport(
  ready: Ready,
  { api, slug }: { api: Caller; slug: string },
  gitDir: string,
  repoPath: string,
): Promise<string> {
  const began = performance.now();
  await offerAtCodeHost(ready, { gitDir, repoPath });
  await queueImport(ready, repoPath, 'all');
  while (!(await isImported(api, slug, repoPath))) await delay(500);
  return `${((performance.now() - began) / 1000).toFixed(1)} s`;
}

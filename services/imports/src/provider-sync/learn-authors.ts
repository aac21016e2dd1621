import { DAY_MS } from '@linescope/contract/days';
import { isProviderError } from '@linescope/providers/errors';
import { saveLookups, unknownAuthors } from '../store/host-accounts.ts';
import { findCursor, saveCursor } from '../store/provider-cursors.ts';
import { readAuthors } from './read-authors.ts';
import type { Reading } from './read-host.ts';
import { createPeople } from './resolve-people.ts';

const KIND = 'authors';
/** Who had no account may have one later: they are asked for again with their first commit after this long. */
const ASK_AGAIN_MS = 7 * DAY_MS;

/**
 * Learns which accounts wrote the commits that are new in the clone, so that a person's commits and reviews are one
 * person's also where no pull request holds their commits. Only authors of whom nothing is known are asked for.
 */
export async function learnAuthors(
  { context, key, repo, lease }: Reading,
  mirror: { gitDir: string; tips: Record<string, string> },
): Promise<void> {
  const { postgres } = context;
  const now = context.now();
  const tips = [...new Set(Object.values(mirror.tips))];
  const cursor = await findCursor(postgres, key, KIND);
  const readTips = cursor && cursor.window_start <= repo.window ? (cursor.tips ?? []) : [];
  const authors = await readAuthors(mirror.gitDir, { tips, readTips, window: repo.window, signal: lease.signal });
  const unknown = await unknownAuthors(
    postgres,
    key.entityId,
    repo.gitProviderEm,
    [...authors.keys()],
    new Date(now.getTime() - ASK_AGAIN_MS),
  );
  const commits = unknown.flatMap((email) => authors.get(email) ?? []);
  const people = createPeople(context, { ...key, gitProviderEm: repo.gitProviderEm });
  try {
    if (commits.length > 0)
      for await (const found of repo.host.commitAuthors({ path: repo.hostPath }, commits)) {
        lease.signal.throwIfAborted();
        await people.loadAccounts(found);
      }
  } catch (error) {
    if (!isProviderError(error, 'access_denied', 'not_found', 'request_rejected', 'reading_too_large')) throw error;
    context.log.warn(
      { err: error, internal: error.internal, repoPath: repo.repoPath },
      'reading the accounts of authors failed: refused by the host, skipped in this run',
    );
  }
  await saveLookups(postgres, key.entityId, repo.gitProviderEm, unknown, now);
  await saveCursor(postgres, key, KIND, now, repo.window, tips);
}

import { isoTimestamp } from '@linescope/contract/date-time';
import type { Context } from '../context.ts';
import type { Committer } from '../domain/committer.ts';
import { committersByIdentifier, committersByIds } from '../store/committers.ts';

const at = (time: Date | null): string => (time ? isoTimestamp(time) : '');

/** By id, or by user name, code-host id or email; a secondary identity answers with its own record and its primary's id. */
export async function findCommitters(
  context: Context,
  request: { entityId: number; identifiers: string[]; committerIds: number[] },
) {
  const { entityId, identifiers, committerIds } = request;
  const found = new Map<number, { committer: Committer; matched: string[] }>();
  for (const committer of await committersByIds(context.postgres, entityId, committerIds))
    found.set(committer.id, { committer, matched: [] });
  for (const { committer, identifier } of await committersByIdentifier(context.postgres, entityId, identifiers)) {
    const known = found.get(committer.id) ?? { committer, matched: [] };
    known.matched.push(identifier);
    found.set(committer.id, known);
  }
  return {
    committers: [...found.values()].map(({ committer, matched }) => ({
      ...committerMessage(committer),
      matchedIdentifiers: matched,
    })),
  };
}

export const committerMessage = (committer: Committer) => ({
  id: committer.id,
  primaryId: committer.primaryId,
  userName: committer.userName,
  fullName: committer.fullName,
  email: committer.email ?? '',
  gitProviderId: committer.gitProviderId ?? '',
  processingStatusEm: committer.processingStatusEm,
  userId: committer.userId ?? 0,
  avatarUrl: committer.avatarUrl ?? '',
  bot: committer.bot,
  lastCommitAuthoredAt: at(committer.lastAuthoredAt),
  lastCommitCommittedAt: at(committer.lastCommittedAt),
});

import { JIRA } from '@linescope/contract/vendors';
import { derive } from '@linescope/providers/derive';
import type { Fact } from '@linescope/providers/facts';
import type { Context } from '../context.ts';
import { listImports } from '../store/imports.ts';
import { findCursor } from '../store/provider-cursors.ts';
import { type KeptPayload, keptPayloads } from '../store/provider-payloads.ts';
import { storeAgain } from '../store/provider-records.ts';
import { believe, changedSince } from '../store/provider-state.ts';
import { type RepoScope, storeRecords } from './store-records.ts';
import { storeSprintDays } from './trackers/store-sprint-days.ts';

/**
 * Derives facts again from the answers that are kept, without asking any host, and stores every record anew: after the
 * rules of deriving changed. Says how many answers were read, and how many could not be.
 */
export async function rederive(
  context: Context,
  entityId: number,
  repoPath: string | null,
  signal: AbortSignal,
): Promise<{ read: number; unreadable: number; repos: number }> {
  const imports = (await listImports(context.postgres, entityId, null, null, null)).filter(
    (found) => repoPath === null || found.repo_path === repoPath,
  );
  const tally = { read: 0, unreadable: 0, repos: 0 };
  for (const { repo_id: repoId, repo_path, git_provider_em: gitProviderEm } of imports) {
    if (repoId === null || gitProviderEm === null) continue;
    const cursor = await findCursor(context.postgres, { entityId, repoId }, 'pull_requests');
    const repo = { entityId, repoId, repoPath: repo_path, gitProviderEm };
    await deriveAgain(context, repo, cursor?.window_start ?? null, tally, signal);
    tally.repos += 1;
  }
  if (repoPath !== null) return tally;
  // An entity's tracker knows no repos.
  const before = tally.read;
  await deriveAgain(context, { entityId, repoId: 0, repoPath: '', gitProviderEm: JIRA }, null, tally, signal);
  if (tally.read > before) await storeSprintDays(context, entityId, null, signal);
  return tally;
}

async function deriveAgain(
  context: Context,
  repo: RepoScope,
  since: Date | null,
  tally: { read: number; unreadable: number },
  signal: AbortSignal,
): Promise<void> {
  const { entityId, repoId } = repo;
  for await (const kept of keptPayloads(context.postgres, entityId, repoId)) {
    signal.throwIfAborted();
    const facts = factsOf(context, kept);
    if (facts === null) tally.unreadable += 1;
    else await believe(context.postgres, repo, changedSince(facts, since), { anew: true, ...listedAt(kept) });
    tally.read += 1;
  }
  await storeAgain(context.postgres, entityId, repoId);
  await storeRecords(context, repo, { signal });
}

function factsOf(context: Context, { payload }: KeptPayload): Fact[] | null {
  try {
    return derive(payload);
  } catch (err) {
    context.log.warn({ err, host: payload.host, kind: payload.kind }, 'a kept answer gives no facts');
    return null;
  }
}

/** Only a list of tags tells how new they are; a message does not. */
const listedAt = ({ payload, receivedAt }: KeptPayload): { listedAt?: Date } =>
  payload.kind === 'hook' ? {} : { listedAt: receivedAt };

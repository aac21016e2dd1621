import { JIRA } from '@linescope/contract/vendors';
import { derive } from '@linescope/providers/derive';
import type { Fact } from '@linescope/providers/facts';
import type { Context } from '../context.ts';
import { listImports } from '../store/imports.ts';
import { findCursor } from '../store/provider-cursors.ts';
import { type SavedPayload, savedPayloads } from '../store/provider-payloads.ts';
import { markAllUnstored } from '../store/provider-records.ts';
import { changedSince, upsertIfNewer } from '../store/provider-state.ts';
import { type RepoScope, storeRecords } from './store-records.ts';
import { storeSprintDays } from './trackers/store-sprint-days.ts';

/**
 * Derives facts again from saved answers, without asking any host, and stores every record again: for use after the rules
 * of deriving changed. Returns how many answers were read, and how many could not be.
 */
export async function rederive(
  context: Context,
  entityId: number,
  repoPath: string | null,
  signal: AbortSignal,
): Promise<{ read: number; unreadable: number; repos: number }> {
  const imports = (
    await listImports(context.postgres, { entityId, repoIds: null, repoPaths: [] }, null)
  ).imports.filter((found) => repoPath === null || found.repo_path === repoPath);
  const tally = { read: 0, unreadable: 0, repos: 0 };
  for (const { repo_id: repoId, repo_path, git_provider_em: gitProviderEm } of imports) {
    if (repoId === null || gitProviderEm === null) continue;
    const cursor = await findCursor(context.postgres, { entityId, repoId }, 'pull_requests');
    const repo = { entityId, repoId, repoPath: repo_path, gitProviderEm };
    await deriveAgain(context, repo, cursor?.window_start ?? null, tally, signal);
    tally.repos += 1;
  }
  if (repoPath !== null) return tally;
  // An entity's tracker has no repos.
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
  for await (const saved of savedPayloads(context.postgres, entityId, repoId)) {
    signal.throwIfAborted();
    const facts = factsOf(context, saved);
    if (facts === null) tally.unreadable += 1;
    else
      await upsertIfNewer(context.postgres, repo, changedSince(facts, since), {
        derivedAgain: true,
        ...listedAt(saved),
      });
    tally.read += 1;
  }
  await markAllUnstored(context.postgres, entityId, repoId);
  await storeRecords(context, repo, { signal });
}

function factsOf(context: Context, { payload }: SavedPayload): Fact[] | null {
  try {
    return derive(payload);
  } catch (err) {
    context.log.warn(
      { err, host: payload.host, kind: payload.kind },
      'deriving facts from a saved answer failed, skipped',
    );
    return null;
  }
}

/** Only a list of tags says how new they are; a webhook does not. */
const listedAt = ({ payload, receivedAt }: SavedPayload): { listedAt?: Date } =>
  payload.kind === 'hook' ? {} : { listedAt: receivedAt };

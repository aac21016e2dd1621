import type { FactPage } from '@linescope/providers/payload';
import type { Context } from '../context.ts';
import { ADVANCED } from '../store/imports.ts';
import type { Lease } from '../store/lease.ts';
import { findCursor, saveCursor } from '../store/provider-cursors.ts';
import { savePayload } from '../store/provider-payloads.ts';
import { countRecords, markTagsPresent } from '../store/provider-records.ts';
import { changedSince, type RepoKey, readDetails, upsertIfNewer } from '../store/provider-state.ts';
import type { AcquiredRepo } from './acquire-repo.ts';

/** Clocks differ, and hosts list with a delay: each reading begins this much before the last one did. */
const OVERLAP_MS = 10 * 60 * 1000;

export interface Reading {
  context: Context;
  repo: AcquiredRepo;
  key: RepoKey;
  lease: Lease;
  /** When this run was queued; all its attempts are later. */
  queuedAt: Date;
}

export type Kind = 'pull_requests' | 'tags' | 'issues';

/** Reads what changed of one kind. The cursor moves only when the reading came to its end. */
export async function readKind(reading: Reading, kind: Kind): Promise<void> {
  const { context, key, repo } = reading;
  const startedAt = context.now();
  await readers[kind](reading, await readFrom(reading, kind), startedAt);
  await saveCursor(context.postgres, key, kind, startedAt, repo.window);
}

/** The window's start at first, and again when the window was widened; null means everything. */
async function readFrom({ context, key, repo }: Reading, kind: Kind): Promise<Date | null> {
  const cursor = await findCursor(context.postgres, key, kind);
  if (cursor && cursor.window_start <= repo.window) return new Date(cursor.read_from.getTime() - OVERLAP_MS);
  return repo.window.getTime() === 0 ? null : repo.window;
}

const readers: Record<Kind, (reading: Reading, since: Date | null, startedAt: Date) => Promise<void>> = {
  async pull_requests(reading, since) {
    const { context, repo, key, lease } = reading;
    const known = await readDetails(context.postgres, key);
    // What changed after the run began may have changed again within the same second, the resolution of `updatedAt`.
    const settled = new Date(reading.queuedAt.getTime() - OVERLAP_MS).toISOString();
    const pages = repo.host.pullRequests(
      { path: repo.hostPath },
      {
        since,
        headKnown: (number, headSha) => known.get(number)?.headSha === headSha,
        detailsKnown: (number, updatedAt) => updatedAt < settled && (known.get(number)?.updatedAt ?? '') >= updatedAt,
      },
    );
    for await (const page of pages) {
      await savePage(reading, { ...page, facts: changedSince(page.facts, since) });
      const { known, stored } = await countRecords(context.postgres, key, 'pull_request');
      await lease.write({ pull_request_discovered_count: known, pull_request_processed_count: stored });
    }
    await lease.write({ last_pr_discovery_at: context.now() });
  },
  async tags(reading, _since, startedAt) {
    const names: string[] = [];
    for await (const page of reading.repo.host.tags({ path: reading.repo.hostPath })) {
      await savePage(reading, page, startedAt);
      names.push(...page.facts.flatMap((fact) => (fact.fact === 'tag' ? [fact.name] : [])));
    }
    await markTagsPresent(reading.context.postgres, reading.key, names);
  },
  async issues(reading, since) {
    for await (const page of reading.repo.host.issues({ path: reading.repo.hostPath }, since))
      await savePage(reading, page);
  },
};

async function savePage({ context, key, lease }: Reading, page: FactPage, listedAt?: Date): Promise<void> {
  lease.signal.throwIfAborted();
  const changed = await upsertIfNewer(context.postgres, key, page.facts, listedAt ? { listedAt } : {});
  // What is stored is not read again: a run that reads something new makes progress, however often it must pause.
  if (changed > 0) await lease.write(ADVANCED);
  // A page without anything new need not be kept.
  if (changed > 0 && context.config.PAYLOAD_DAYS > 0) await savePayload(context.postgres, key, page.payload);
}

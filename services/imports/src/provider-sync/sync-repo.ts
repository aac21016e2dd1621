import { isProviderError } from '@linescope/providers/errors';
import type { Context } from '../context.ts';
import { ADVANCED, type Import } from '../store/imports.ts';
import type { Lease } from '../store/lease.ts';
import { countRecords, markUnstoredWantingGit } from '../store/provider-records.ts';
import type { AcquiredRepo } from './acquire-repo.ts';
import { openGitAnswers } from './git-answers.ts';
import { learnAuthors } from './learn-authors.ts';
import { readProviderFailure } from './provider-failure.ts';
import { type Kind, type Reading, readKind } from './read-host.ts';
import { storeRecords } from './store-records.ts';
import { syncHostTeams } from './sync-teams.ts';

const KINDS: { kind: Kind; words: string }[] = [
  { kind: 'pull_requests', words: 'pull requests' },
  { kind: 'tags', words: 'tags' },
  { kind: 'issues', words: 'issues' },
];

/** What a run left out, by its words: a token may not read it, or it is more than is read at once. */
export interface Omissions {
  unreadable: string[];
  cut: string[];
}

type Mirrored = { gitDir: string; tips: Record<string, string> };

const readingOf = (context: Context, job: Import, repo: AcquiredRepo, lease: Lease): Reading => ({
  context,
  repo,
  key: { entityId: job.entity_id, repoId: repo.repoId },
  lease,
  queuedAt: job.run_queued_at,
});

/** Needs the clone alone, and waits for the host more than it works: it is done while the history is read. */
export async function learnAuthorsOfRepo(
  context: Context,
  job: Import,
  repo: AcquiredRepo,
  mirror: Mirrored,
  lease: Lease,
): Promise<void> {
  await learnAuthors(readingOf(context, job, repo, lease), mirror).catch(async (error: unknown) => {
    throw await readProviderFailure(context, error, repo.connections);
  });
}

/**
 * The host's part of an import: pull requests, tags and issues, from the last cursor to now, into ClickHouse.
 * What is left out is named in the answer, and what was read of it is kept; anything else interrupts the run.
 */
export async function syncRepo(
  context: Context,
  job: Import,
  repo: AcquiredRepo,
  mirror: Mirrored,
  lease: Lease,
): Promise<Omissions> {
  const reading = readingOf(context, job, repo, lease);
  const { key } = reading;
  const omissions: Omissions = { unreadable: [], cut: [] };
  for (const { kind, words } of KINDS) {
    try {
      await readKind(reading, kind);
    } catch (error) {
      if (!isProviderError(error, 'access_denied', 'not_found', 'reading_too_large')) {
        throw await readProviderFailure(context, error, repo.connections);
      }
      const isCut = error.code === 'reading_too_large';
      context.log.warn(
        { err: error, internal: error.internal, importId: job.id, repoPath: job.repo_path, kind },
        isCut
          ? `reading ${words} stopped: more than is read at once, the rest is skipped in this run`
          : `reading ${words} failed: access denied, skipped in this run`,
      );
      (isCut ? omissions.cut : omissions.unreadable).push(words);
    }
  }
  await markUnstoredWantingGit(context.postgres, key);
  const countStored = async () => {
    const { known, stored } = await countRecords(context.postgres, key, 'pull_request');
    await lease.write({ ...ADVANCED, pull_request_discovered_count: known, pull_request_processed_count: stored });
  };
  await storeRecords(
    context,
    { ...key, repoPath: repo.repoPath, gitProviderEm: repo.gitProviderEm },
    { git: await openGitAnswers(mirror.gitDir), signal: lease.signal, onStored: countStored },
  );
  await countStored();
  await syncHostTeams(context, job.entity_id, lease.signal);
  return omissions;
}

import { z } from 'zod';
import type { Context } from '../context.ts';
import { storeAllCopiesOfRepo } from '../store/commit-copies.ts';
import { saveProgress, takeUnfinished } from '../store/derivations.ts';
import { bumpStamp } from '../store/fact-stamps.ts';
import { markEvidenceStale } from '../store/provenance/stale-evidence.ts';
import { markReleasesStale } from '../store/stale-releases.ts';

/**
 * Derives the facts of one repo again as a new version of the definitions needs them: its commits with copies, which release carried
 * which, and the evidence of its lines. False where nothing is left. A repo is done with its transaction, so a crash repeats the repo and no more.
 */
export const deriveDefinitionsOfRepo = (context: Pick<Context, 'clickHouse' | 'postgres' | 'log'>): Promise<boolean> =>
  context.postgres.transaction(async (tx) => {
    const { clickHouse, postgres, log } = context;
    const derivation = await takeUnfinished(tx, 'definitions');
    if (!derivation) return false;
    const { entity_id: entityId, cursor, done, version } = derivation;
    const left = await clickHouse.query({
      name: 'repos_to_derive',
      sql: `SELECT DISTINCT repo_id FROM commit_groups WHERE entity_id = {entity_id:UInt64} AND repo_id > {cursor:UInt64} ORDER BY repo_id`,
      params: { entity_id: entityId, cursor },
      row: z.object({ repo_id: z.number() }),
    });
    const repoId = left[0]?.repo_id;
    if (repoId !== undefined) {
      await storeAllCopiesOfRepo(clickHouse, entityId, repoId);
      await markReleasesStale(postgres, entityId, repoId);
      await markEvidenceStale(postgres, entityId, repoId);
      await bumpStamp(postgres, entityId, 'commits');
    }
    const progress = {
      done: repoId === undefined ? done : done + 1,
      total: done + left.length,
      cursor: repoId ?? cursor,
      isFinished: left.length <= 1,
    };
    await saveProgress(tx, derivation, progress);
    log.info(
      { entityId, derivation: 'definitions', version, done: progress.done, total: progress.total },
      progress.isFinished ? 'facts derived again' : 'deriving facts again',
    );
    return true;
  });

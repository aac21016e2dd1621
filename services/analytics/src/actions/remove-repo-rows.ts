import { deleteRepoRowsOf, type RemoveRepoRows } from '@linescope/chassis/offboarding/remove-repo';
import type { Context } from '../context.ts';
import { bumpStamp } from '../store/fact-stamps.ts';
import { deleteRepoFacts, noteRemovedRepo } from '../store/removed-repos.ts';
import { resetRollup } from '../store/rollups.ts';

/** Erases the repo's facts and what was derived of them. Daily sums of its neighbours, which may have copies of its commits, are made anew. */
export const removeRepoRows =
  ({ clickHouse, postgres }: Pick<Context, 'clickHouse' | 'postgres'>, cluster: string | undefined): RemoveRepoRows =>
  async (tx, repo) => {
    // Committed first: a batch that is stored from now on is refused, one that is being stored falls to the second round.
    await noteRemovedRepo(postgres, repo.entityId, repo.repoId);
    const facts = await deleteRepoFacts(clickHouse, cluster, repo);
    const rows = await deleteRepoRowsOf(
      'ai_usages',
      'stale_releases',
      'stale_evidence',
      'branch_tips',
      'stored_facts',
    )(tx, repo);
    await resetRollup(postgres, repo.entityId);
    await bumpStamp(postgres, repo.entityId, 'commits');
    return { ...facts, ...rows };
  };

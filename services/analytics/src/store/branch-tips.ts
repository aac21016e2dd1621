import type { Queryable } from '@linescope/chassis/postgres/postgres';
import type { FactBatchHeader } from '@linescope/facts/fact-batch';
import { z } from 'zod';

/** Of two runs the later counts, whichever is stored last. */
export async function saveBranchTips(
  db: Queryable,
  { entityId, repoId, branchTips }: Pick<FactBatchHeader, 'entityId' | 'repoId' | 'branchTips'>,
  run: number,
): Promise<void> {
  const tips = Object.fromEntries(branchTips.map(({ branch, sha }) => [branch, sha]));
  await db.run(
    `INSERT INTO branch_tips (entity_id, repo_id, run, tips) VALUES ($1, $2, $3, $4)
     ON CONFLICT (entity_id, repo_id) DO UPDATE SET run = excluded.run, tips = excluded.tips WHERE branch_tips.run <= excluded.run`,
    [entityId, repoId, run, JSON.stringify(tips)],
  );
}

const tipRow = z.object({ sha: z.string().nullable() });

/** Where a branch pointed when the last import ended; null where it is not known. */
export const findBranchTip = async (
  db: Queryable,
  { entityId, repoId }: { entityId: number; repoId: number },
  branch: string,
): Promise<string | null> =>
  (
    await db.maybe(tipRow, 'SELECT tips ->> $3 AS sha FROM branch_tips WHERE entity_id = $1 AND repo_id = $2', [
      entityId,
      repoId,
      branch,
    ])
  )?.sha ?? null;

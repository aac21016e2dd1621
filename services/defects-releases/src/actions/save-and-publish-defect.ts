import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { defectChanged } from '@linescope/contract/events/defects-releases-events';
import type { Context } from '../context.ts';
import { type Defect, summariseFixes } from '../domain/defect.ts';
import { saveFixSummary, savePlaces } from '../store/defects.ts';
import { fixCommitsOf } from '../store/fix-commits.ts';
import { fixesOf } from '../store/fixes.ts';

/** Of a key that is an everyday word; the event must fit the broker. */
const MAX_FIX_COMMITS = 2_000;

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/** Saves what the defect's fixes add up to and publishes the defect. Call it with the defect locked. */
export async function saveAndPublish(context: Context, tx: Transaction, defect: Pick<Defect, 'id'>): Promise<Defect> {
  const fixes = await fixesOf(tx, defect.id);
  const commits = await fixCommitsOf(tx, defect.id);
  const settled = await saveFixSummary(tx, defect.id, summariseFixes(fixes, commits));
  await savePlaces(tx, settled.id);
  await context.outbox.add(tx, defectChanged, {
    entityId: settled.entityId,
    aggregateId: settled.id,
    aggregateVersion: settled.version,
    data: {
      defectId: settled.id,
      defectKey: settled.defectKey,
      category: settled.category,
      severity: settled.severity,
      organizationId: settled.organizationId,
      repoId: settled.repoId,
      detectedAt: settled.detectedAt.toISOString(),
      firstFixActivityAt: iso(settled.firstFixActivityAt),
      firstFixMergedAt: iso(settled.firstFixMergedAt),
      firstFixReleasedAt: iso(settled.firstFixReleasedAt),
      finalFixReleasedAt: iso(settled.finalFixReleasedAt),
      resolvedAt: iso(settled.finalFixReleasedAt),
      removed: false,
      fixCommits: [...fixes.filter((fix) => fix.namesCommit), ...commits]
        .slice(0, MAX_FIX_COMMITS)
        .flatMap(({ repoId, sha }) => (sha === null ? [] : [{ repoId, sha }])),
      fixRepoIds: [...new Set(fixes.map((fix) => fix.repoId))],
      fixes: fixes.flatMap((fix) =>
        fix.releasedAt.map((releasedAt) => ({
          fixId: fix.id,
          repoId: fix.repoId,
          sha: fix.sha,
          releasedAt: releasedAt.toISOString(),
          pushedAt: iso(fix.pushedAt),
        })),
      ),
    },
  });
  return settled;
}

/** False of a defect whose fixes an older version added up by another rule. Call it with the defect locked. */
export async function isSummed(tx: Transaction, defect: Defect): Promise<boolean> {
  const summary = summariseFixes(await fixesOf(tx, defect.id), await fixCommitsOf(tx, defect.id));
  return isDeepStrictEqual(defect, { ...defect, ...summary });
}

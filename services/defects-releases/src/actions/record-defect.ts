import type { ScopedRepo } from '@linescope/chassis/scope/resolve-scope';
import { conflict, invalidParameter, invalidParameters } from '@linescope/contract/fault';
import type { Context } from '../context.ts';
import {
  type DefectChange,
  detectedAfterFix,
  FIXED_BEFORE_DETECTION,
  type FixRequest,
  fixTime,
} from '../domain/defect.ts';
import { type DefectScope, insertDefect, lockDefect, updateDefect } from '../store/defects.ts';
import { earliestGivenFix, upsertFix } from '../store/fixes.ts';
import { findCommit } from './find-commit.ts';
import { tryLinkDefect } from './link-fix-commits.ts';
import { isSummed, saveAndPublish } from './save-and-publish-defect.ts';

export interface DefectRecord {
  entityId: number;
  defectKey: string;
  scope: DefectScope;
  change: DefectChange;
  /** Its detection is the moment of the call: a repeated call moves it, whatever was fixed before. */
  detectedNow: boolean;
  fix: { request: FixRequest; repo: ScopedRepo } | null;
}

export interface RecordedDefect {
  id: number;
  detectedAt: Date;
  isNew: boolean;
  fixAdded: boolean;
}

/** Ensures the defect exists and optionally marks a fix; the same times twice change nothing. */
export async function recordDefect(context: Context, record: DefectRecord): Promise<RecordedDefect> {
  const { entityId, defectKey, fix } = record;
  const commit = fix?.request.sha
    ? await findCommit(context, entityId, fix.repo.id, fix.request.sha, 'fix_released_sha')
    : null;
  const now = context.now();

  const { defect, ...recorded } = await context.postgres.transaction(async (tx) => {
    const { detectedAt } = record.change;
    const isNew = detectedAt
      ? await insertDefect(tx, entityId, defectKey, record.scope, { ...record.change, detectedAt })
      : false;
    const defect = await lockDefect(tx, entityId, defectKey);
    if (!defect) {
      throw fix
        ? conflict('No defect has this defect_key; give detected_at to record it with its fix.', 'defect_key')
        : invalidParameter('detected_at', 'detected_at or detected_now is required to record a new defect.', 'missing');
    }
    const since = detectedAt ?? defect.detectedAt;
    const { sha, releasedAt: fixedAt, releasedNow } = fix?.request ?? {};
    if (fixedAt && fixedAt < since && sha === undefined && !releasedNow)
      throw invalidParameters([FIXED_BEFORE_DETECTION]);
    if (!record.detectedNow && since.getTime() !== defect.detectedAt.getTime()) {
      const earliest = await earliestGivenFix(tx, defect.id);
      if (earliest && earliest < since) throw invalidParameters([detectedAfterFix(earliest)]);
    }
    const changed = isNew || (await updateDefect(tx, defect.id, record.change));
    let fixAdded = false;
    if (fix) {
      fixAdded = await upsertFix(tx, {
        entityId,
        defectId: defect.id,
        repo: fix.repo,
        sha: fix.request.sha ?? null,
        namesCommit: fix.request.sha !== undefined,
        ...fixTime(fix.request, commit, now),
        pushedAt: fix.request.pushedAt ?? null,
        authoredAt: commit?.authoredAt ?? null,
        mergedAt: commit?.mergedAt ?? null,
        releaseId: null,
      });
    }
    if (changed || fixAdded || (fix && !(await isSummed(tx, defect)))) await saveAndPublish(context, tx, defect);
    return { defect: { ...defect, detectedAt: since }, isNew, changed, fixAdded };
  });
  // After the commit: what is stored from now on finds the defect, what was stored before is found here.
  if (recorded.changed) await tryLinkDefect(context, defect);
  return { id: defect.id, detectedAt: defect.detectedAt, isNew: recorded.isNew, fixAdded: recorded.fixAdded };
}

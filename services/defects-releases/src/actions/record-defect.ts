import type { ScopedRepo } from '@linescope/chassis/scope/resolve-scope';
import { conflict, invalidParameter } from '@linescope/contract/fault';
import type { Context } from '../context.ts';
import { type DefectChange, type FixRequest, fixTime } from '../domain/defect.ts';
import {
  type DefectScope,
  insertDefect,
  lockDefect,
  setNamedCommit,
  updateDefect,
  upsertFix,
} from '../store/defects.ts';
import { findCommit, firstCommitNaming } from './find-commit.ts';
import { saveAndPublish } from './save-and-publish-defect.ts';

export interface DefectRecord {
  entityId: number;
  defectKey: string;
  scope: DefectScope;
  change: DefectChange;
  fix: { request: FixRequest; repo: ScopedRepo } | null;
}

export interface RecordedDefect {
  defectId: number;
  isNew: boolean;
  fixAdded: boolean;
}

/** Ensures the defect exists and optionally marks a fix; the same call twice changes nothing. */
export async function recordDefect(context: Context, record: DefectRecord): Promise<RecordedDefect> {
  const { entityId, defectKey, fix } = record;
  const commit = fix?.request.sha
    ? await findCommit(context, entityId, fix.repo.id, fix.request.sha, 'fix_released_sha')
    : null;
  const named = await firstCommitNaming(context, entityId, defectKey);
  const now = context.now();

  return context.postgres.transaction(async (tx) => {
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
    let changed = isNew || (await updateDefect(tx, defect.id, record.change));
    if (named && (await setNamedCommit(tx, defect.id, named))) changed = true;
    let fixAdded = false;
    if (fix) {
      const { releasedAt, awaitsCommit } = fixTime(fix.request, commit, now);
      fixAdded = await upsertFix(tx, {
        entityId,
        defectId: defect.id,
        repo: fix.repo,
        sha: fix.request.sha ?? null,
        releasedAt,
        awaitsCommit,
        pushedAt: fix.request.pushedAt ?? null,
        authoredAt: commit?.authoredAt ?? null,
        mergedAt: commit?.mergedAt ?? null,
        releaseId: null,
      });
    }
    if (changed || fixAdded) {
      await saveAndPublish(context, tx, {
        id: defect.id,
        namedCommitAuthoredAt: earliest(named, defect.namedCommitAuthoredAt),
      });
    }
    return { defectId: defect.id, isNew, fixAdded };
  });
}

const earliest = (one: Date | null, other: Date | null): Date | null =>
  one && other ? (one < other ? one : other) : (one ?? other);

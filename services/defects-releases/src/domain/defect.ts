import type { ParameterError } from '@linescope/contract/fault';

/** A defect as it is stored, with what its fixes say of it. */
export interface Defect {
  id: number;
  entityId: number;
  defectKey: string;
  category: string | null;
  description: string | null;
  severity: number | null;
  organizationId: number | null;
  repoId: number | null;
  repoPath: string | null;
  detectedAt: Date;
  namedCommitAuthoredAt: Date | null;
  issue: { key: string; title: string; project: string; url: string } | null;
  firstFixActivityAt: Date | null;
  firstFixMergedAt: Date | null;
  firstFixReleasedAt: Date | null;
  finalFixReleasedAt: Date | null;
  version: number;
}

export interface Fix {
  id: number;
  repoId: number;
  repoPath: string;
  sha: string | null;
  releasedAt: Date | null;
  pushedAt: Date | null;
  authoredAt: Date | null;
  mergedAt: Date | null;
}

export type FixSummary = Pick<
  Defect,
  'firstFixActivityAt' | 'firstFixMergedAt' | 'firstFixReleasedAt' | 'finalFixReleasedAt'
>;

/**
 * First and final fix are the earliest and latest release over all repos. First activity is the authored time of the
 * earliest commit that a fix names or whose message names the defect's key.
 */
export function summariseFixes(fixes: Fix[], namedCommitAuthoredAt: Date | null): FixSummary {
  const released = times(fixes.map((fix) => fix.releasedAt));
  const merged = times(fixes.map((fix) => fix.pushedAt ?? fix.mergedAt));
  const activity = times([...fixes.map((fix) => fix.authoredAt), namedCommitAuthoredAt]);
  return {
    firstFixActivityAt: activity.at(0) ?? null,
    firstFixMergedAt: merged.at(0) ?? null,
    firstFixReleasedAt: released.at(0) ?? null,
    finalFixReleasedAt: released.at(-1) ?? null,
  };
}

const times = (all: (Date | null)[]): Date[] =>
  all.filter((time) => time !== null).sort((one, other) => one.getTime() - other.getTime());

/** What a call says of the defect itself; an absent field leaves what stands. */
export interface DefectChange {
  category?: string | undefined;
  description?: string | undefined;
  severity?: number | undefined;
  detectedAt?: Date | undefined;
}

export interface FixRequest {
  releasedAt?: Date | undefined;
  releasedNow?: boolean | undefined;
  sha?: string | undefined;
  pushedAt?: Date | undefined;
  repoPath?: string | undefined;
}

export const hasFix = (request: FixRequest): boolean =>
  request.releasedAt !== undefined ||
  request.releasedNow === true ||
  request.sha !== undefined ||
  request.pushedAt !== undefined ||
  request.repoPath !== undefined;

/** Contradictions that no single parameter shows. */
export function contradictions(input: {
  detected_at?: unknown;
  detected_now?: boolean | undefined;
  fix_released_at?: unknown;
  fix_released_now?: boolean | undefined;
  fix_released_sha?: unknown;
}): ParameterError[] {
  const errors: ParameterError[] = [];
  if (input.detected_at !== undefined && input.detected_now === true) {
    errors.push({
      param: 'detected_now',
      code_em: 'contradiction',
      detail: 'Give detected_at or detected_now, not both.',
    });
  }
  if (input.fix_released_at !== undefined && input.fix_released_now === true && input.fix_released_sha === undefined) {
    errors.push({
      param: 'fix_released_now',
      code_em: 'contradiction',
      detail: 'Give fix_released_at or fix_released_now, not both.',
    });
  }
  return errors;
}

/** With a sha, the fix time is its commit's authored time (a given time is ignored), or now; without one, what was given. */
export function fixTime(
  request: FixRequest,
  commit: { authoredAt: Date } | null,
  now: Date,
): { releasedAt: Date | null; awaitsCommit: boolean } {
  if (request.releasedNow) return { releasedAt: now, awaitsCommit: false };
  if (request.sha !== undefined)
    return commit ? { releasedAt: commit.authoredAt, awaitsCommit: false } : { releasedAt: now, awaitsCommit: true };
  return { releasedAt: request.releasedAt ?? null, awaitsCommit: false };
}

import { isoTimestamp } from '@linescope/contract/date-time';
import { DAY_MS } from '@linescope/contract/days';
import type { ParameterError } from '@linescope/contract/fault';
import type { CommitFix } from './merge-fix.ts';
import { tooFarAhead } from './too-far-ahead.ts';

/** A defect as it is stored, with what its fixes say of it. */
export interface Defect {
  id: number;
  entityId: number;
  defectKey: string;
  category: string | null;
  description: string | null;
  /** Null until it is rendered. */
  htmlDescription: string | null;
  severity: number | null;
  organizationId: number | null;
  repoId: number | null;
  repoPath: string | null;
  detectedAt: Date;
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
  /** A fix call named the commit; the commit of a release that carries the fix is none of the fix. */
  namesCommit: boolean;
  /** Every time it was released, the earliest first; none where it was only pushed. */
  releasedAt: Date[];
  pushedAt: Date | null;
  authoredAt: Date | null;
  /** When its commit was merged; of a release that carries the fix, its commit's committed time. */
  mergedAt: Date | null;
  /** A release carries it. */
  isCarried: boolean;
}

/** A commit that names the defect's key. */
export interface FixCommit {
  repoId: number;
  sha: string;
  authoredAt: Date;
  /** Null: not merged. */
  mergedAt: Date | null;
}

/** Work on a defect may begin before it is recorded; a commit from long before names something else by the same word. */
const DAYS_BEFORE_DETECTION = 30;

export const earliestFixCommit = (detectedAt: Date): Date =>
  new Date(detectedAt.getTime() - DAYS_BEFORE_DETECTION * DAY_MS);

export type FixSummary = Pick<
  Defect,
  'firstFixActivityAt' | 'firstFixMergedAt' | 'firstFixReleasedAt' | 'finalFixReleasedAt'
>;

/**
 * First and final fix are the earliest and latest release over all repos. First activity is the authored time of the earliest
 * fix commit: one that a fix call names, or that names the defect's key.
 */
export function summariseFixes(fixes: readonly Fix[], commits: readonly FixCommit[]): FixSummary {
  const released = times(fixes.flatMap((fix) => fix.releasedAt));
  const known = [...commits, ...fixes.filter((fix) => fix.namesCommit)];
  const merged = times([
    ...fixes.map((fix) => fix.pushedAt ?? mergedAtOf(fix, known)),
    ...commits.map((commit) => commit.mergedAt),
  ]);
  const activity = times([
    ...fixes.filter((fix) => fix.namesCommit).map((fix) => fix.authoredAt),
    ...commits.map((commit) => commit.authoredAt),
  ]);
  return {
    firstFixActivityAt: activity.at(0) ?? null,
    firstFixMergedAt: merged.at(0) ?? null,
    firstFixReleasedAt: released.at(0) ?? null,
    finalFixReleasedAt: released.at(-1) ?? null,
  };
}

/** A fix that a release carries is merged with the release's commit, unless a fix commit is known that was merged by then. */
function mergedAtOf(fix: Fix, known: readonly Pick<FixCommit, 'repoId' | 'mergedAt'>[]): Date | null {
  const [releasedAt] = fix.releasedAt;
  if (!fix.isCarried || fix.namesCommit) return fix.mergedAt;
  const isKnown = known.some(
    ({ repoId, mergedAt }) => repoId === fix.repoId && mergedAt && releasedAt && mergedAt <= releasedAt,
  );
  return isKnown ? null : fix.mergedAt;
}

const times = (all: (Date | null)[]): Date[] =>
  all.filter((time) => time !== null).sort((one, other) => one.getTime() - other.getTime());

/** What a call says of the defect itself; an absent field leaves what stands. */
export interface DefectChange {
  category?: string | undefined;
  description?: string | undefined;
  htmlDescription?: string | undefined;
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

interface GivenTimes {
  detected_at?: Date | undefined;
  detected_now?: boolean | undefined;
  fix_released_at?: Date | undefined;
  fix_released_now?: boolean | undefined;
  fix_released_sha?: string | undefined;
  fix_pushed_at?: Date | undefined;
}

/** Contradictions that no single parameter shows. */
export function contradictions(input: GivenTimes, now: Date): ParameterError[] {
  const errors = [...tooFarAhead('detected_at', input.detected_at, now)];
  const fixTime = explicitFixTime(input);
  errors.push(
    ...tooFarAhead('fix_released_at', fixTime, now),
    ...tooFarAhead('fix_pushed_at', input.fix_pushed_at, now),
  );
  if (fixTime && input.detected_at && fixTime < input.detected_at) errors.push(FIXED_BEFORE_DETECTION);
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

export const FIXED_BEFORE_DETECTION: ParameterError = {
  param: 'fix_released_at',
  code_em: 'contradiction',
  detail: 'fix_released_at must not be before the detection of the defect.',
};

export const detectedAfterFix = (fixedAt: Date): ParameterError => ({
  param: 'detected_at',
  code_em: 'contradiction',
  detail: `detected_at must not be after the fix of the defect that is recorded at ${isoTimestamp(fixedAt)}.`,
});

/** A time given beside a commit is ignored. */
const explicitFixTime = (input: GivenTimes): Date | undefined =>
  input.fix_released_sha === undefined ? input.fix_released_at : undefined;

/** With a sha, the fix time is its commit's authored time (a given time is ignored), or now; without one, what was given. */
export function fixTime(
  request: FixRequest,
  commit: { authoredAt: Date } | null,
  now: Date,
): Pick<CommitFix, 'releasedAt' | 'awaitsCommit' | 'releasedNowAt'> {
  if (request.releasedNow) return { releasedAt: now, awaitsCommit: false, releasedNowAt: now };
  const releasedAt = request.sha === undefined ? (request.releasedAt ?? null) : (commit?.authoredAt ?? now);
  return { releasedAt, awaitsCommit: request.sha !== undefined && commit === null, releasedNowAt: null };
}

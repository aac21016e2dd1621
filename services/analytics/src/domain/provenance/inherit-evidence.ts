import { alignLines, UNMATCHED } from './align-lines.ts';
import {
  type Declaration,
  declaredBy,
  type Evidence,
  NO_EVIDENCE,
  recordedLines,
  type StoredRecord,
} from './line-evidence.ts';

/** A changed line of a commit, with what is known of it now. */
export interface ChangedLine {
  path: string;
  hunk: number;
  hunkLine: number;
  /** After the commit; null for a deleted line. */
  line: number | null;
  text: string;
  originSha: string | null;
  originPath: string;
  originLine: number | null;
  evidence: Evidence;
}

export interface SourceLine {
  line: number;
  text: string;
  evidence: Evidence;
}

/** A deleted line, by what wrote it where that is known. */
export interface RemovedLine {
  path: string;
  text: string;
  origin: string | null;
  evidence: Evidence;
}

/** What a commit may have its lines from. */
export interface EvidenceSource {
  files: ReadonlyMap<string, { blob: string | null; lines: readonly SourceLine[] }>;
  removed: readonly RemovedLine[];
  /** Only some of its commits declare what the target declares of all its lines: its own declaration then says nothing of a line. */
  narrows: boolean;
}

export interface EvidenceTarget {
  declared: Declaration | null;
  record: StoredRecord | null;
  /** The blob of each path after the commit. */
  blobs: ReadonlyMap<string, string>;
  lines: readonly ChangedLine[];
}

export const originKey = ({ originSha, originPath, originLine }: ChangedLine): string | null =>
  originSha === null || originLine === null ? null : `${originSha}:${originLine}:${originPath}`;

/**
 * What is known of each line of a commit: what a record tells of it; else what the line was that it has been taken from, where it is
 * the same line; else what the commit declares.
 */
export function inheritEvidence(target: EvidenceTarget, sources: readonly EvidenceSource[]): Evidence[] {
  const recorded = target.record ? recordedLines(target.record) : () => null;
  const declared = target.declared ? declaredBy(target.declared) : NO_EVIDENCE;
  const taken = sources.map((source) => matchLines(target, source));
  const isNarrowed = sources.some(({ narrows }, at) => narrows && isMostlyMatched(target.lines, taken[at] ?? []));
  return target.lines.map((line, index) => {
    const own = line.line === null ? null : recorded(line.path, line.line);
    if (own) return own;
    const inherited = taken.map((matches) => matches[index]).find((found) => found && found.tier !== 'unknown');
    if (!inherited) return isNarrowed ? NO_EVIDENCE : declared;
    if (inherited.tier === 'declared' && target.declared && !isNarrowed) return declared;
    return { ...inherited, inherited: true };
  });
}

/** A source of which few lines are known says nothing of the others. */
function isMostlyMatched(lines: readonly ChangedLine[], matches: readonly (Evidence | undefined)[]): boolean {
  const standing = lines.filter(({ line }) => line !== null).length;
  const matched = lines.filter(({ line }, at) => line !== null && matches[at] !== undefined).length;
  return 2 * matched >= standing;
}

/** The evidence of the line that each line of the target is; undefined where it is none of the source's. */
function matchLines(target: EvidenceTarget, source: EvidenceSource): (Evidence | undefined)[] {
  const found: (Evidence | undefined)[] = new Array(target.lines.length);
  const numbered = target.lines.map((line, index) => ({ ...line, index }));
  const standing = Map.groupBy(
    numbered.filter(({ line }) => line !== null),
    ({ path }) => path,
  );
  for (const [path, lines] of standing) {
    const file = source.files.get(path);
    if (!file) continue;
    const placed = lines
      .map(({ line, text, index }) => ({ line: line ?? 0, text, index }))
      .sort((a, b) => a.line - b.line);
    const isSameFile = file.blob !== null && file.blob !== '' && file.blob === target.blobs.get(path);
    const matches = isSameFile ? byNumber(placed, file.lines) : alignLines(placed, file.lines);
    for (const [at, { index }] of placed.entries()) {
      const match = matches[at] ?? UNMATCHED;
      if (match !== UNMATCHED) found[index] = file.lines[match]?.evidence;
    }
  }
  for (const [index, evidence] of matchRemoved(target.lines, source.removed)) found[index] = evidence;
  return found;
}

/** In one and the same file the same number is the same line. */
function byNumber(target: readonly { line: number; text: string }[], source: readonly SourceLine[]): number[] {
  const places = new Map(source.map(({ line }, index) => [line, index]));
  return target.map(({ line, text }) => {
    const place = places.get(line) ?? UNMATCHED;
    return source[place]?.text === text ? place : UNMATCHED;
  });
}

/** A deleted line is the same where the same line of the same writer is gone; without a known writer, where all of the path are. */
function* matchRemoved(lines: readonly ChangedLine[], removed: readonly RemovedLine[]): Generator<[number, Evidence]> {
  const byOrigin = new Map(removed.map((line) => [line.origin, line.evidence]));
  const unknown = Map.groupBy(
    lines.map((line, index) => ({ line, index })).filter(({ line }) => line.line === null && originKey(line) === null),
    ({ line }) => line.path,
  );
  for (const [index, line] of lines.entries()) {
    const origin = line.line === null ? originKey(line) : null;
    const evidence = origin === null ? undefined : byOrigin.get(origin);
    if (evidence) yield [index, evidence];
  }
  for (const [path, ofPath] of unknown) {
    const gone = removed.filter((line) => line.origin === null && line.path === path);
    const isSame = gone.length === ofPath.length && gone.every(({ text }, at) => text === ofPath[at]?.line.text);
    if (!isSame) continue;
    for (const [at, { index }] of ofPath.entries()) {
      const evidence = gone[at]?.evidence;
      if (evidence) yield [index, evidence];
    }
  }
}

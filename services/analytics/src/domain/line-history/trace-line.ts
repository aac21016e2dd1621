import type { GraphCommit } from '../commit-graph.ts';
import { type FileChange, linkOf } from './file-history.ts';
import { type Found, findWriter, type KnownHistory, type Place, type WrittenLine } from './find-writer.ts';

/** A version of the line: the commit that wrote or deleted it, or that gave its file another name. */
export type Step =
  | { kind: 'written'; place: Place; change: FileChange | null }
  | { kind: 'file_moved'; place: Place; before: Place }
  /** `place.line` is the number it had before. */
  | { kind: 'deleted'; place: Place; before: Place };

export interface Trace {
  /** Newest first. */
  steps: Step[];
  /** Why there are no more; null at the line's first version. */
  end: Found | null;
}

/** More than `max_hops` allows; ends the walk in inconsistent histories. */
const MAX_STEPS = 1000;

/** All versions of a line, from `start` back. */
export function traceLine(known: KnownHistory, start: Place): Trace {
  const steps: Step[] = [];
  let place: Place | null = start;
  while (place !== null && steps.length < MAX_STEPS) {
    const found = findWriter(known, place);
    if (found.kind === 'file_moved') {
      steps.push(found);
      place = found.before;
    } else if (found.kind === 'written') {
      steps.push(found);
      place = placeBefore(known, found);
    } else return { steps, end: found };
  }
  return { steps, end: null };
}

/** What a written line was before: null where it is new. */
function placeBefore({ graph }: KnownHistory, { place, change }: WrittenLine): Place | null {
  const link = change && linkOf(change, place.line);
  if (!link) return null;
  const before = link.sha === null ? graph.parentsOf(place.commit)[0] : graph.numberOf(link.sha);
  return before === undefined ? null : { commit: before, path: link.path, line: link.line };
}

export interface Bounds {
  /** Versions besides the newest. */
  maxHops: number;
  /** Seconds since 1970; a year before the line was authored unless given. */
  earliestAuthoredAt: number | null;
}

/** Indexes of the steps to show; indexes, since each entry also describes the step before it. */
export function boundSteps(
  steps: readonly Step[],
  commitOf: (step: Step) => Pick<GraphCommit, 'authoredAt' | 'committerId'>,
  isHidden: (committerId: number) => boolean,
  { maxHops, earliestAuthoredAt }: Bounds,
): number[] {
  const author = steps.find((step) => step.kind !== 'file_moved') ?? steps[0];
  if (!author) return [];
  const earliest = earliestAuthoredAt ?? aYearBefore(commitOf(author).authoredAt);
  return [...steps.keys()]
    .filter((index) => {
      const step = steps[index];
      return step !== undefined && !isHidden(commitOf(step).committerId);
    })
    .slice(0, maxHops + 1)
    .filter((index) => {
      const step = steps[index];
      return step !== undefined && commitOf(step).authoredAt >= earliest;
    });
}

function aYearBefore(seconds: number): number {
  const time = new Date(seconds * 1000);
  time.setUTCFullYear(time.getUTCFullYear() - 1);
  return time.getTime() / 1000;
}

import type { Category, Commit, Line, LineKind, Operation } from '../world.ts';

const DAY_MS = 86_400_000;
const BASE: Record<Operation, number> = { del: 25, add: 10, chg: 10, find_replace: 3, move: 0, copy: 0, noop: 0 };
const CATEGORY: Record<Category, number> = {
  code: 1,
  test: 0.6,
  markup: 0.5,
  style: 0.5,
  config: 0.4,
  documentation: 0.3,
};
const KIND: Record<LineKind, number> = { code: 1, comment: 0.2, punctuation: 0, keyword: 0, blank: 0 };

const isNew = ({ operation }: Line): boolean => operation === 'add' || operation === 'copy';

/** How many days the replaced code had stood; code older than the reading is older than a year. */
const ageOf = (commit: Commit, { origin }: Line): number =>
  origin === null ? Number.POSITIVE_INFINITY : (commit.authoredAt - origin.authoredAt) / DAY_MS;

function ageFactor(commit: Commit, line: Line): number {
  if (isNew(line)) return line.newFile ? 0.5 : 1;
  const days = ageOf(commit, line);
  return days < 14 ? 0.1 : days < 30 ? 0.5 : days < 365 ? 1 : 1.5;
}

/** Diff Delta of one line. */
export const deltaOf = (commit: Commit, line: Line): number =>
  line.scored
    ? (BASE[line.operation] * CATEGORY[line.category] * KIND[line.kind] * ageFactor(commit, line)) /
      (1 + line.hunkLine / 20) /
      10
    : 0;

export function provenanceOf(commit: Commit, line: Line): string {
  if (isNew(line)) return 'new_code';
  const days = ageOf(commit, line);
  return days < 14 ? 'under_2_weeks' : days < 30 ? 'under_1_month' : days < 365 ? 'under_1_year' : 'over_1_year';
}

/** A line changed or deleted within 14 days of being authored. */
export const isChurn = (commit: Commit, line: Line): boolean =>
  ['chg', 'find_replace', 'del'].includes(line.operation) && ageOf(commit, line) < 14;

/** Changed or deleted code older than a year. */
export const isOldCode = (commit: Commit, line: Line): boolean =>
  ['chg', 'find_replace', 'del'].includes(line.operation) && ageOf(commit, line) >= 365;

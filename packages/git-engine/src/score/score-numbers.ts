import type { CommitScoreFact, FileCategory, LineChangeFact, Operation, Provenance } from '../facts.ts';

export type Score = Omit<CommitScoreFact, 'sha' | 'authoredAt' | 'onDefaultBranch' | 'isMerge'>;

/** The sums of a score in a row: their names, once a commit, would be a quarter of all that is written down beside its lines. */
export type ScoreNumbers = readonly number[];

const DELTA = 0;
const LINES = 1;
const CHURN_LINES = 2;
const CHURN_DELTA = 3;
const DUPLICATE_LINES = 4;
const CONNECTIVES = 5;
const AI_LINES = 6;
const AI_DELTA = 7;
/** From each of these places on: lines, their delta, and for operations those lines that an AI assistant wrote. */
const OPERATION: Readonly<Record<Operation, number>> = {
  add: 8,
  chg: 11,
  del: 14,
  move: 17,
  copy: 20,
  find_replace: 23,
  noop: 26,
};
const CATEGORY: Readonly<Record<FileCategory, number>> = {
  code: 29,
  test: 31,
  markup: 33,
  style: 35,
  config: 37,
  documentation: 39,
  data: 41,
};
const PROVENANCE: Readonly<Record<Provenance, number>> = {
  new_code: 43,
  under_2_weeks: 45,
  under_1_month: 47,
  under_1_year: 49,
  over_1_year: 51,
};
const COUNT = 53;

export type SummedLine = Pick<
  LineChangeFact,
  'operation' | 'category' | 'provenance' | 'churn' | 'duplicate' | 'connectives' | 'aiAuthored'
>;

export const emptySums = (): number[] => new Array<number>(COUNT).fill(0);

export function addLine(sums: number[], line: SummedLine, delta: number): void {
  const operation = OPERATION[line.operation];
  add(sums, DELTA, delta);
  add(sums, LINES, 1);
  addBoth(sums, operation, delta);
  addBoth(sums, CATEGORY[line.category], delta);
  addBoth(sums, PROVENANCE[line.provenance], delta);
  if (line.churn) addBoth(sums, CHURN_LINES, delta);
  if (line.duplicate) add(sums, DUPLICATE_LINES, 1);
  add(sums, CONNECTIVES, line.connectives);
  if (!line.aiAuthored) return;
  addBoth(sums, AI_LINES, delta);
  add(sums, operation + 2, 1);
}

function add(sums: number[], place: number, amount: number): void {
  sums[place] = (sums[place] ?? 0) + amount;
}

/** A line, and its delta behind it. */
function addBoth(sums: number[], place: number, delta: number): void {
  add(sums, place, 1);
  add(sums, place + 1, delta);
}

/** Six decimals, as a line's own delta has. */
export const roundedSums = (sums: readonly number[]): ScoreNumbers => sums.map((sum) => Math.round(sum * 1e6) / 1e6);

export function scoreFrom(numbers: ScoreNumbers, formulaVersion: string): Score {
  const at = (place: number): number => numbers[place] ?? 0;
  const operations = (of: number): Record<Operation, number> => ({
    add: at(OPERATION.add + of),
    chg: at(OPERATION.chg + of),
    del: at(OPERATION.del + of),
    move: at(OPERATION.move + of),
    copy: at(OPERATION.copy + of),
    find_replace: at(OPERATION.find_replace + of),
    noop: at(OPERATION.noop + of),
  });
  const categories = (of: number): Record<FileCategory, number> => ({
    code: at(CATEGORY.code + of),
    test: at(CATEGORY.test + of),
    markup: at(CATEGORY.markup + of),
    style: at(CATEGORY.style + of),
    config: at(CATEGORY.config + of),
    documentation: at(CATEGORY.documentation + of),
    data: at(CATEGORY.data + of),
  });
  const provenances = (of: number): Record<Provenance, number> => ({
    new_code: at(PROVENANCE.new_code + of),
    under_2_weeks: at(PROVENANCE.under_2_weeks + of),
    under_1_month: at(PROVENANCE.under_1_month + of),
    under_1_year: at(PROVENANCE.under_1_year + of),
    over_1_year: at(PROVENANCE.over_1_year + of),
  });
  return {
    formulaVersion,
    delta: at(DELTA),
    lines: at(LINES),
    linesByOperation: operations(0),
    deltaByOperation: operations(1),
    linesByCategory: categories(0),
    deltaByCategory: categories(1),
    linesByProvenance: provenances(0),
    deltaByProvenance: provenances(1),
    churnLines: at(CHURN_LINES),
    churnDelta: at(CHURN_DELTA),
    duplicateLines: at(DUPLICATE_LINES),
    connectives: at(CONNECTIVES),
    aiLinesByOperation: operations(2),
    aiLines: at(AI_LINES),
    aiDelta: at(AI_DELTA),
  };
}

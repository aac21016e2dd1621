import type { LineChangeFact } from '../facts.ts';
import { addLine, emptySums, roundedSums, type Score, type ScoreNumbers, scoreFrom } from './score-numbers.ts';
import { DAY, type DeltaWeights } from './weights.ts';

/** The fields of a stored line change from which its Diff Delta follows, without git. */
export type ScoredLine = Pick<
  LineChangeFact,
  | 'operation'
  | 'category'
  | 'kind'
  | 'provenance'
  | 'age'
  | 'churn'
  | 'duplicate'
  | 'connectives'
  | 'aiAuthored'
  | 'scored'
  | 'newFile'
  | 'hunkLine'
>;

export function scoreLine(line: ScoredLine, weights: DeltaWeights): number {
  if (!line.scored) return 0;
  const base = weights.operation[line.operation] * weights.category[line.category] * weights.kind[line.kind];
  const near = 1 / (1 + line.hunkLine / weights.proximity);
  // Six decimals, so that sums do not depend on the order of their parts.
  return Math.round(((base * ageFactor(line, weights) * near) / weights.divisor) * 1e6) / 1e6;
}

function ageFactor(line: ScoredLine, weights: DeltaWeights): number {
  if (line.provenance === 'new_code') return line.newFile ? weights.newFile : 1;
  const days = line.age === null ? Number.POSITIVE_INFINITY : line.age / DAY;
  for (const step of weights.age) if (days < step.underDays) return step.factor;
  return weights.age.at(-1)?.factor ?? 1;
}

/** One row for a commit from its line changes. A merge's lines are handed in as none: merges score nothing. */
export function scoreCommit(lines: Iterable<ScoredLine>, weights: DeltaWeights): Score {
  return scoreFrom(
    sumScore(lines, (line) => scoreLine(line, weights)),
    weights.version,
  );
}

/** The same from lines that may carry their Diff Delta already, as numbers. */
export function sumScore<Line extends ScoredLine>(
  lines: Iterable<Line>,
  deltaOf: (line: Line) => number,
): ScoreNumbers {
  const sums = emptySums();
  for (const line of lines) if (line.scored) addLine(sums, line, deltaOf(line));
  return roundedSums(sums);
}

import type { CommitScoreFact, FileCategory, LineChangeFact, Operation, Provenance } from '../facts.ts';
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

export type Score = Omit<CommitScoreFact, 'sha' | 'authoredAt' | 'onDefaultBranch' | 'isMerge'>;

/** One row for a commit from its line changes. A merge's lines are handed in as none: merges score nothing. */
export function scoreCommit(lines: Iterable<ScoredLine>, weights: DeltaWeights): Score {
  return sumScore(lines, (line) => scoreLine(line, weights), weights.version);
}

/** The same from lines that carry their Diff Delta already. */
export function sumScore<Line extends ScoredLine>(
  lines: Iterable<Line>,
  deltaOf: (line: Line) => number,
  version: string,
): Score {
  const score = emptyScore(version);
  for (const line of lines) {
    if (!line.scored) continue;
    const delta = deltaOf(line);
    score.lines++;
    score.delta += delta;
    score.linesByOperation[line.operation]++;
    score.deltaByOperation[line.operation] += delta;
    score.linesByCategory[line.category]++;
    score.deltaByCategory[line.category] += delta;
    score.linesByProvenance[line.provenance]++;
    score.deltaByProvenance[line.provenance] += delta;
    if (line.churn) {
      score.churnLines++;
      score.churnDelta += delta;
    }
    if (line.duplicate) score.duplicateLines++;
    score.connectives += line.connectives;
    if (line.aiAuthored) {
      score.aiLines++;
      score.aiDelta += delta;
      score.aiLinesByOperation[line.operation]++;
    }
  }
  return roundScore(score);
}

function emptyScore(formulaVersion: string): Score {
  const operations = (): Record<Operation, number> => ({
    add: 0,
    chg: 0,
    del: 0,
    move: 0,
    copy: 0,
    find_replace: 0,
    noop: 0,
  });
  const categories = (): Record<FileCategory, number> => ({
    code: 0,
    test: 0,
    markup: 0,
    style: 0,
    config: 0,
    documentation: 0,
    data: 0,
  });
  const provenances = (): Record<Provenance, number> => ({
    new_code: 0,
    under_2_weeks: 0,
    under_1_month: 0,
    under_1_year: 0,
    over_1_year: 0,
  });
  return {
    formulaVersion,
    delta: 0,
    lines: 0,
    linesByOperation: operations(),
    deltaByOperation: operations(),
    linesByCategory: categories(),
    deltaByCategory: categories(),
    linesByProvenance: provenances(),
    deltaByProvenance: provenances(),
    churnLines: 0,
    churnDelta: 0,
    duplicateLines: 0,
    connectives: 0,
    aiLinesByOperation: operations(),
    aiLines: 0,
    aiDelta: 0,
  };
}

function roundScore(score: Score): Score {
  const round = (value: number) => Math.round(value * 1e6) / 1e6;
  for (const sums of [score.deltaByOperation, score.deltaByCategory, score.deltaByProvenance]) {
    for (const key of Object.keys(sums)) roundEntry(sums, key, round);
  }
  return { ...score, delta: round(score.delta), churnDelta: round(score.churnDelta), aiDelta: round(score.aiDelta) };
}

function roundEntry(sums: Record<string, number>, key: string, round: (value: number) => number): void {
  sums[key] = round(sums[key] ?? 0);
}

import type { LineChangeFact, Provenance } from '../facts.ts';
import { scoreLine } from '../score/score-commit.ts';
import { CHURN_DAYS, DAY, type DeltaWeights, MONTH_DAYS, YEAR_DAYS } from '../score/weights.ts';
import { NO_COMMIT } from '../walk/line-origins.ts';
import type { WalkState } from '../walk/walk-state.ts';
import type { LineDraft } from './line-draft.ts';
import type { ReadHunk } from './read-hunks.ts';

export type LineContext = {
  readonly state: WalkState;
  readonly weights: DeltaWeights;
  readonly sha: string;
  readonly authoredAt: number;
  readonly aiAuthored: boolean;
  /** How many calls of a line go to another file than its own. */
  readonly connectivesOf: (text: string, hunk: ReadHunk) => number;
};

/** Facts from drafts: where each line came from, how old that was, and what it counts. */
export function lineFacts(drafts: readonly LineDraft[], context: LineContext): LineChangeFact[] {
  let hunk: ReadHunk | null = null;
  let hunkLine = 0;
  return drafts.map((draft) => {
    hunkLine = draft.hunk === hunk ? hunkLine + 1 : 0;
    hunk = draft.hunk;
    return lineFact(draft, hunkLine, context);
  });
}

function lineFact(draft: LineDraft, hunkLine: number, context: LineContext): LineChangeFact {
  const { hunk, oldLine, newLine } = draft;
  const { state } = context;
  const { file, path, pathBefore } = hunk.step;
  const from = draft.movedFrom ?? (oldLine >= 0 ? { hunk, oldLine } : null);
  const side = newLine >= 0 ? hunk.fresh : hunk.old;
  const line = newLine >= 0 ? newLine : oldLine;
  const scope = side.scopes[line] ?? hunk.around;
  const copied = draft.operation === 'copy' ? draft.copiedFrom : -1;
  const origin = originFields(from, copied, context);
  const replaced = from !== null;
  const age =
    replaced && origin.originAuthoredAt !== null ? Math.max(0, context.authoredAt - origin.originAuthoredAt) : null;
  const isAdded = draft.operation === 'add' || draft.operation === 'copy';
  const touched = draft.operation === 'chg' || draft.operation === 'del' || draft.operation === 'find_replace';
  const fact: LineChangeFact = {
    sha: context.sha,
    authoredAt: context.authoredAt,
    path: state.paths.textOf(path),
    pathBefore: state.paths.textOf(from?.hunk.step.pathBefore ?? pathBefore),
    lineBefore: from === null ? null : firstOld(from.hunk) + from.oldLine,
    lineAfter: newLine < 0 ? null : (file.hunks[hunk.index]?.newStart ?? 1) + newLine,
    operation: draft.operation,
    text: withoutLineEnd(side.texts[line] ?? ''),
    originSha: origin.originSha,
    originPath: origin.originPath,
    originLine: origin.originLine,
    originAuthoredAt: origin.originAuthoredAt,
    originAi: origin.originAi,
    age,
    provenance: replaced ? provenanceOf(age) : 'new_code',
    churn: touched && age !== null && age < CHURN_DAYS * DAY,
    kind: side.kinds[line] ?? 'code',
    functionName: scope.functionName,
    className: scope.className,
    blockHash: draft.blockHash,
    duplicate: draft.duplicate,
    connectives: isAdded && hunk.scored ? context.connectivesOf(side.texts[line] ?? '', hunk) : 0,
    aiAuthored: context.aiAuthored,
    language: hunk.kind.language,
    category: hunk.kind.category,
    scored: hunk.scored,
    newFile: file.status === 'A',
    hunk: hunk.index,
    hunkLine,
    delta: 0,
  };
  fact.delta = scoreLine(fact, context.weights);
  return fact;
}

function firstOld(hunk: ReadHunk): number {
  return hunk.step.file.hunks[hunk.index]?.oldStart ?? 1;
}

type OriginFields = Pick<LineChangeFact, 'originSha' | 'originPath' | 'originLine' | 'originAuthoredAt' | 'originAi'>;

const UNKNOWN: OriginFields = {
  originSha: null,
  originPath: null,
  originLine: null,
  originAuthoredAt: null,
  originAi: false,
};

function originFields(
  from: { hunk: ReadHunk; oldLine: number } | null,
  copied: number,
  context: LineContext,
): OriginFields {
  const id = from === null ? copied : (from.hunk.step.removed[from.hunk.index]?.[from.oldLine] ?? -1);
  if (id < 0) return UNKNOWN;
  const { state } = context;
  const origin = state.origins.originOf(id);
  const commit = origin.commit === NO_COMMIT ? undefined : state.commits.at(origin.commit);
  if (commit === undefined) return UNKNOWN;
  return {
    originSha: commit.sha,
    originPath: state.paths.textOf(origin.path),
    originLine: origin.line,
    originAuthoredAt: commit.authoredAt,
    originAi: commit.aiAuthored,
  };
}

/** A line of unknown age is older than the reading, which starts a year below the window. */
export function provenanceOf(age: number | null): Provenance {
  if (age === null || age >= YEAR_DAYS * DAY) return 'over_1_year';
  if (age < CHURN_DAYS * DAY) return 'under_2_weeks';
  return age < MONTH_DAYS * DAY ? 'under_1_month' : 'under_1_year';
}

function withoutLineEnd(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}

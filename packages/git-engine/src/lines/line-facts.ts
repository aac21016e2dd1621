import type { LineChangeFact, Provenance } from '../facts.ts';
import { scoreLine } from '../score/score-commit.ts';
import { CHURN_DAYS, DAY, type DeltaWeights, MONTH_DAYS, YEAR_DAYS } from '../score/weights.ts';
import { NO_COMMIT } from '../walk/line-origins.ts';
import type { WalkState } from '../walk/walk-state.ts';
import { findKeptLines } from './decide-operations.ts';
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
  const facts: LineChangeFact[] = [];
  let hunk: ReadHunk | null = null;
  let hunkLine = 0;
  for (const draft of drafts) {
    hunkLine = draft.hunk === hunk ? hunkLine + 1 : 0;
    hunk = draft.hunk;
    facts.push(lineFact(draft, hunkLine, context));
  }
  return facts;
}

/** Notes of the lines of a commit whose facts are known already which of them are older ones. */
export function followLines(hunks: readonly ReadHunk[], state: WalkState): void {
  for (const draft of findKeptLines(hunks)) {
    const id = replacedId(draft);
    if (id >= 0) noteRoot(draft, id, state);
  }
}

/** The number of the line that a draft replaces, moves or deletes, or -1. */
function replacedId({ hunk, oldLine, movedFrom }: LineDraft): number {
  const from = movedFrom ?? (oldLine >= 0 ? { hunk, oldLine } : null);
  return from?.hunk.step.removed[from.hunk.index]?.[from.oldLine] ?? -1;
}

function lineFact(draft: LineDraft, hunkLine: number, context: LineContext): LineChangeFact {
  const { hunk, oldLine, newLine } = draft;
  const { state } = context;
  const { file, path, pathBefore } = hunk.step;
  const fromHunk = draft.movedFrom?.hunk ?? (oldLine >= 0 ? hunk : null);
  const fromLine = draft.movedFrom?.oldLine ?? oldLine;
  const side = newLine >= 0 ? hunk.fresh : hunk.old;
  const line = newLine >= 0 ? newLine : oldLine;
  const scope = side.scopes[line] ?? hunk.around;
  const replaced = fromHunk !== null;
  const copied = draft.operation === 'copy' ? draft.copiedFrom : -1;
  const id = replaced ? replacedId(draft) : copied;
  const origin = id < 0 ? null : state.origins.originOf(id);
  const author = origin === null || origin.commit === NO_COMMIT ? undefined : state.commits.at(origin.commit);
  const root = replaced && id >= 0 ? noteRoot(draft, id, state) : -1;
  const birth = root < 0 ? null : root === id ? origin : state.origins.originOf(root);
  const writer = birth === null || birth.commit === NO_COMMIT ? undefined : state.commits.at(birth.commit);
  const age = replaced && author !== undefined ? Math.max(0, context.authoredAt - author.authoredAt) : null;
  const isAdded = draft.operation === 'add' || draft.operation === 'copy';
  const touched = draft.operation === 'chg' || draft.operation === 'del' || draft.operation === 'find_replace';
  const fact: LineChangeFact = {
    sha: context.sha,
    authoredAt: context.authoredAt,
    path: state.paths.textOf(path),
    pathBefore: state.paths.textOf(fromHunk?.step.pathBefore ?? pathBefore),
    lineBefore: replaced ? firstOld(fromHunk) + fromLine : null,
    lineAfter: newLine < 0 ? null : (file.hunks[hunk.index]?.newStart ?? 1) + newLine,
    operation: draft.operation,
    text: withoutLineEnd(side.texts[line] ?? ''),
    originSha: author?.sha ?? null,
    originPath: author && origin ? state.paths.textOf(origin.path) : null,
    originLine: author && origin ? origin.line : null,
    originAuthoredAt: author?.authoredAt ?? null,
    bornSha: writer?.sha ?? null,
    bornPath: writer && birth ? state.paths.textOf(birth.path) : null,
    bornLine: writer && birth ? birth.line : null,
    originAi: author?.aiAuthored ?? false,
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

/** As which a replaced line was written; a line that was moved or reformatted stays what it was. */
function noteRoot({ hunk, newLine, operation }: LineDraft, id: number, { roots }: WalkState): number {
  const root = roots.rootOf(id);
  const goesOn = newLine >= 0 && (operation === 'move' || operation === 'noop');
  if (goesOn) roots.note((hunk.step.written[hunk.index] ?? 0) + newLine, root);
  return root;
}

function firstOld(hunk: ReadHunk): number {
  return hunk.step.file.hunks[hunk.index]?.oldStart ?? 1;
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

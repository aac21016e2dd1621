import type { BlockIndex } from './block-index.ts';
import { findMoves, type LooseLine } from './find-moves.ts';
import { SUBSTITUTED_LINES, substitutionOf } from './find-replace.ts';
import { draftsOf, type LineDraft } from './line-draft.ts';
import type { HunkSide, ReadHunk } from './read-hunks.ts';

export type Standing = (id: number, span: number) => boolean;

/**
 * What each changed line of a commit is. In this order, each step taking from what the last left: pairs within a hunk
 * (`chg`, or `noop` where only white space differs), moves over the whole commit, the same substitution on several lines,
 * copies of blocks that stand elsewhere.
 */
export function decideOperations(hunks: readonly ReadHunk[], index: BlockIndex, stands: Standing): LineDraft[] {
  const byHunk = hunks.map(draftsOf);
  const drafts = byHunk.flat();
  markMoves(drafts);
  markSubstitutions(drafts);
  for (const [number, hunk] of hunks.entries()) markCopies(hunk, byHunk[number] ?? [], index, stands);
  return drafts.filter((draft) => !draft.gone);
}

/** The lines that are still what they were before: moved, or written otherwise. */
export function findKeptLines(hunks: readonly ReadHunk[]): LineDraft[] {
  const drafts = hunks.flatMap(draftsOf);
  markMoves(drafts);
  return drafts.filter(({ operation, gone }) => !gone && (operation === 'move' || operation === 'noop'));
}

const DISTINCTIVE_CHARACTERS = 8;

function looseLine(hunk: ReadHunk, { bares, kinds }: HunkSide, line: number): LooseLine {
  const bare = bares[line] ?? '';
  const kind = kinds[line];
  const distinctive = (kind === 'code' || kind === 'comment') && bare.length >= DISTINCTIVE_CHARACTERS;
  return { bare, distinctive: distinctive || kind === 'punctuation', hunk };
}

function markMoves(drafts: readonly LineDraft[]): void {
  const deleted = drafts.filter((draft) => draft.operation === 'del' && draft.hunk.scored);
  const added = drafts.filter((draft) => draft.operation === 'add' && draft.hunk.scored);
  if (deleted.length === 0 || added.length === 0) return;
  const source = findMoves(
    deleted.map(({ hunk, oldLine }) => looseLine(hunk, hunk.old, oldLine)),
    added.map(({ hunk, newLine }) => looseLine(hunk, hunk.fresh, newLine)),
  );
  for (const [number, draft] of added.entries()) {
    const from = deleted[source[number] ?? -1];
    if (from === undefined) continue;
    from.gone = true;
    draft.movedFrom = { hunk: from.hunk, oldLine: from.oldLine };
    // A brace that moved is nobody's work.
    draft.operation = draft.hunk.fresh.kinds[draft.newLine] === 'punctuation' ? 'noop' : 'move';
  }
}

function markSubstitutions(drafts: readonly LineDraft[]): void {
  const lines = new Map<string, LineDraft[]>();
  for (const draft of drafts) {
    if (draft.operation !== 'chg') continue;
    const before = draft.hunk.old.texts[draft.oldLine] ?? '';
    const key = substitutionOf(before, draft.hunk.fresh.texts[draft.newLine] ?? '');
    if (key === null) continue;
    const list = lines.get(key);
    if (list === undefined) lines.set(key, [draft]);
    else list.push(draft);
  }
  for (const list of lines.values()) {
    if (list.length >= SUBSTITUTED_LINES) for (const draft of list) draft.operation = 'find_replace';
  }
}

function markCopies(hunk: ReadHunk, drafts: readonly LineDraft[], index: BlockIndex, stands: Standing): void {
  if (hunk.blocks.length === 0) return;
  const byLine: (LineDraft | undefined)[] = [];
  for (const draft of drafts) if (draft.newLine >= 0) byLine[draft.newLine] = draft;
  for (const block of hunk.blocks) {
    const first = byLine[block.line];
    if (first !== undefined) first.blockHash = block.hash;
    const copy = index.find(block.hash, stands);
    if (copy === null) continue;
    for (let line = 0; line < block.span; line++) {
      const draft = byLine[block.line + line];
      if (draft === undefined || draft.duplicate) continue;
      draft.duplicate = true;
      draft.copiedFrom = copy.id + Math.min(line, copy.span - 1);
      if (draft.operation === 'add') draft.operation = 'copy';
    }
  }
}

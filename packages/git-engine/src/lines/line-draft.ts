import type { Operation } from '../facts.ts';
import type { ReadHunk } from './read-hunks.ts';

/** A changed line on its way to a fact. Line indexes count within the hunk, from 0; -1 is none. */
export type LineDraft = {
  readonly hunk: ReadHunk;
  readonly oldLine: number;
  readonly newLine: number;
  operation: Operation;
  /** The hunk and line it was moved from, when that is another place. */
  movedFrom: { readonly hunk: ReadHunk; readonly oldLine: number } | null;
  /** The number of the line it was copied from. */
  copiedFrom: number;
  duplicate: boolean;
  blockHash: number;
  /** Moved away: its record is the one where it went. */
  gone: boolean;
};

/** The drafts of a hunk in reading order: removed lines before the added ones of the same stretch. */
export function draftsOf(hunk: ReadHunk): LineDraft[] {
  const drafts: LineDraft[] = [];
  const draft = (oldLine: number, newLine: number, operation: Operation) =>
    drafts.push({
      hunk,
      oldLine,
      newLine,
      operation,
      movedFrom: null,
      copiedFrom: -1,
      duplicate: false,
      blockHash: 0,
      gone: false,
    });
  let nextNew = 0;
  for (let oldLine = 0; oldLine < hunk.old.texts.length; oldLine++) {
    const partner = hunk.partner[oldLine] ?? -1;
    if (partner < 0) {
      draft(oldLine, -1, hunk.old.kinds[oldLine] === 'blank' ? 'noop' : 'del');
      continue;
    }
    for (; nextNew < partner; nextNew++) draft(-1, nextNew, hunk.fresh.kinds[nextNew] === 'blank' ? 'noop' : 'add');
    const same = hunk.old.bares[oldLine] === hunk.fresh.bares[partner];
    draft(oldLine, partner, same ? 'noop' : 'chg');
    nextNew = partner + 1;
  }
  for (; nextNew < hunk.fresh.texts.length; nextNew++) {
    draft(-1, nextNew, hunk.fresh.kinds[nextNew] === 'blank' ? 'noop' : 'add');
  }
  return drafts;
}

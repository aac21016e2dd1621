import type { LineKind } from '../facts.ts';
import type { DocumentedScope, FileKind, Scope, SourceReading } from '../source-reading.ts';
import type { FileStep } from '../walk/apply-commit.ts';
import { type Block, blocksOf } from './block-hash.ts';
import { pairLines } from './pair-lines.ts';
import { withoutSpace } from './signature.ts';

/** One side of a hunk, read: what each line is, and the function it stands in. */
export type HunkSide = {
  readonly texts: readonly string[];
  readonly kinds: readonly LineKind[];
  /** The texts without white space; none where nothing is compared with them. */
  readonly bares: readonly string[];
  readonly scopes: readonly (DocumentedScope | null)[];
};

export type ReadHunk = {
  readonly step: FileStep;
  readonly kind: FileKind;
  readonly scored: boolean;
  readonly index: number;
  readonly old: HunkSide;
  readonly fresh: HunkSide;
  readonly around: Scope;
  /** For each removed line the added line it became, or -1. */
  readonly partner: Int32Array;
  readonly blocks: readonly Block[];
};

const NOWHERE: Scope = { functionName: null, className: null };

/**
 * Reads the lines of a file's hunks and pairs those that are versions of one another. Below the window only what was
 * written matters, not what it replaced.
 */
export function readHunks(step: FileStep, scored: boolean, inWindow: boolean, source: SourceReading): ReadHunk[] {
  const { kind } = step;
  const scopes = source.createScopeReader(kind.language);
  // Where a link or a submodule stood before, there were no lines to delete.
  const isSource = inWindow && step.file.modeBefore.startsWith('100');
  const isScoped = inWindow && scored && kind.language !== null;
  return step.file.hunks.map((hunk, index) => {
    const oldLines = isSource ? hunk.oldLines : [];
    // What only came or only went is compared with other places, and that only where it is scored.
    const isCompared = scored || (oldLines.length > 0 && hunk.newLines.length > 0);
    const old = readSide(oldLines, kind, source, {
      fromStart: hunk.oldStart === 1,
      scoped: isScoped && hunk.newCount === 0,
      isCompared,
    });
    const fresh = readSide(hunk.newLines, kind, source, {
      fromStart: hunk.newStart === 1,
      scoped: isScoped,
      isCompared,
    });
    const blocks = scored ? blocksOf(fresh.bares, fresh.kinds) : [];
    const partner = pairLines(old.bares, fresh.bares);
    const around = hunk.context === '' || !inWindow ? NOWHERE : scopes.functionOf(hunk.context);
    return { step, kind, scored, index, old, fresh, around, partner, blocks };
  });
}

/** From the first line of a file on, open comments are known; in its middle each line speaks for itself. */
function readSide(
  texts: string[],
  kind: FileKind,
  source: SourceReading,
  { fromStart, scoped, isCompared }: { fromStart: boolean; scoped: boolean; isCompared: boolean },
): HunkSide {
  const reader = fromStart ? source.createLineReader(kind.language) : null;
  const kinds = texts.map((text) => reader?.next(text) ?? source.readLine(text, kind.language));
  const bares = isCompared ? texts.map(withoutSpace) : [];
  const scopes = scoped && texts.length > 1 ? source.documentedScopesOf(texts, kind.language) : [];
  return { texts, kinds, bares, scopes };
}

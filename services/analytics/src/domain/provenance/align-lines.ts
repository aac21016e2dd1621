/** A line with its place in a version of its file. */
export interface PlacedLine {
  line: number;
  text: string;
}

export const UNMATCHED = -1;

/**
 * Which line of `source` each line of `target` is, or `UNMATCHED`: both are lines of one file, in order, and the same line has the same
 * text and the same place among the others. A line that may as well be another is none.
 *
 *   equal as a whole           every line is its counterpart
 *   unique on both sides ───▶  anchors, as far as they stand in one order
 *   next to an anchor     ───▶  the same, as long as neighbours are neighbours on both sides
 *   between two anchors   ───▶  the same again, with what is unique there
 */
export function alignLines(target: readonly PlacedLine[], source: readonly PlacedLine[]): Int32Array {
  const matches = new Int32Array(target.length).fill(UNMATCHED);
  const open: Span[] = [{ from: 0, to: target.length, start: 0, end: source.length }];
  for (let span = open.pop(); span !== undefined; span = open.pop()) {
    if (span.from === span.to || span.start === span.end) continue;
    if (isEqual(target, source, span)) {
      for (let at = span.from; at < span.to; at++) matches[at] = span.start + at - span.from;
      continue;
    }
    const anchors = findAnchors(target, source, span);
    if (anchors.length === 0) continue;
    let { from, start } = span;
    for (const block of widen(target, source, span, anchors)) {
      for (let at = block.from; at < block.to; at++) matches[at] = block.start + at - block.from;
      open.push({ from, to: block.from, start, end: block.start });
      from = block.to;
      start = block.end;
    }
    open.push({ from, to: span.to, start, end: span.end });
  }
  return matches;
}

/** Lines `from` to `to` of the target against `start` to `end` of the source. */
interface Span {
  from: number;
  to: number;
  start: number;
  end: number;
}

function isEqual(
  target: readonly PlacedLine[],
  source: readonly PlacedLine[],
  { from, to, start, end }: Span,
): boolean {
  if (to - from !== end - start) return false;
  for (let at = from; at < to; at++) if (target[at]?.text !== source[start + at - from]?.text) return false;
  return true;
}

/** A bracket or a blank says nothing of which line it is. */
const isTelling = (text: string): boolean => /[\p{L}\p{N}].*[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(text);

/** Pairs of lines that are unique on both sides of the span, the longest row of them that stands in one order. */
function findAnchors(target: readonly PlacedLine[], source: readonly PlacedLine[], span: Span): [number, number][] {
  const inSource = uniqueLines(source, span.start, span.end);
  const pairs: [number, number][] = [];
  for (const [text, at] of uniqueLines(target, span.from, span.to)) {
    const other = inSource.get(text);
    if (at !== null && other !== undefined && other !== null && isTelling(text)) pairs.push([at, other]);
  }
  return longestRising(pairs.sort(([one], [other]) => one - other));
}

/** Null for a text that stands there more than once. */
function uniqueLines(lines: readonly PlacedLine[], from: number, to: number): Map<string, number | null> {
  const places = new Map<string, number | null>();
  for (let at = from; at < to; at++) {
    const text = lines[at]?.text ?? '';
    places.set(text, places.has(text) ? null : at);
  }
  return places;
}

function longestRising(pairs: readonly [number, number][]): [number, number][] {
  const ends: number[] = [];
  const before: number[] = [];
  for (const [index, [, place]] of pairs.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    before[index] = low === 0 ? -1 : (ends[low - 1] ?? -1);
    ends[low] = index;
  }
  const rising: [number, number][] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = pairs[index];
    if (pair) rising.push(pair);
  }
  return rising.reverse();
}

/** Each anchor with the equal lines around it that are its neighbours in both files. */
function widen(
  target: readonly PlacedLine[],
  source: readonly PlacedLine[],
  span: Span,
  anchors: readonly [number, number][],
): Span[] {
  const follows = (at: number, other: number): boolean =>
    target[at]?.text === source[other]?.text &&
    (target[at]?.line ?? 0) === (target[at - 1]?.line ?? 0) + 1 &&
    (source[other]?.line ?? 0) === (source[other - 1]?.line ?? 0) + 1;
  const blocks: Span[] = [];
  for (const [place, counterpart] of anchors) {
    const last = blocks.at(-1);
    if (last && place < last.to) continue;
    const block = { from: place, to: place + 1, start: counterpart, end: counterpart + 1 };
    const floor = last ?? { to: span.from, end: span.start };
    while (
      block.from > floor.to &&
      block.start > floor.end &&
      target[block.from - 1]?.text === source[block.start - 1]?.text &&
      (target[block.from - 1]?.line ?? 0) + 1 === target[block.from]?.line &&
      (source[block.start - 1]?.line ?? 0) + 1 === source[block.start]?.line
    ) {
      block.from--;
      block.start--;
    }
    while (block.to < span.to && block.end < span.end && follows(block.to, block.end)) {
      block.to++;
      block.end++;
    }
    blocks.push(block);
  }
  return blocks;
}

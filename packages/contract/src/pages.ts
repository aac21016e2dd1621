import { z } from 'zod';
import { invalidParameter } from './fault.ts';
import { integerInput, PAGE_SIZE, pageInput, stringInput } from './inputs.ts';
import { count } from './output-fields.ts';

/**
 * A list that is read in pages: its input, the counts of its answer, and the part of the list that a page is. A page by number counts
 * from the start as it is now. A page by cursor begins behind the record that the page before ended with, wherever that stands now:
 *
 *   first page   [ 9 4 7 ] 2 8 1     next_cursor: behind 7
 *   since then   5 9 4 7 [ 2 8 1 ]   5 was added, nothing is repeated or skipped
 */
export const MAX_PER_PAGE = 1000;
export const perPageInput = integerInput({ min: 1, max: MAX_PER_PAGE }).describe('Records a page, 50 unless given.');
export const cursorInput = stringInput({ max: 12_000 }).describe(
  'The next_cursor of the page before: goes on behind it, with its filters and order. It replaces page.',
);

export const pagedInput = {
  page: pageInput.default(1),
  per_page: perPageInput.default(PAGE_SIZE),
  cursor: cursorInput.optional(),
};

/** Of a list that is given whole unless a page is asked for. */
export const maybePagedInput = {
  page: pageInput.optional(),
  per_page: perPageInput.optional(),
  cursor: cursorInput.optional(),
};

export const pageShape = {
  page: count,
  per_page: count,
  page_count: count,
  total_count: count,
  next_cursor: z.string().nullable(),
};

export interface PageRequest {
  page: number;
  per_page: number;
  cursor?: string | undefined;
}

/** The page that was asked for of a list that may be given whole; null: the whole list. */
export const requestedPage = ({
  page,
  per_page: perPage,
  cursor,
}: {
  [Name in keyof PageRequest]?: PageRequest[Name] | undefined;
}): PageRequest | null =>
  page === undefined && perPage === undefined && cursor === undefined
    ? null
    : { page: page ?? 1, per_page: perPage ?? PAGE_SIZE, cursor };

type Key = string | number;

/** Where a page ended: its last records, any of which may be gone by now, and how many came before. */
export interface PagePosition {
  offset: number;
  keys: Key[];
}

/** Records that would all have to be removed before the cursor is only a number of records. */
const REMEMBERED = 5;
const positionSchema = z.tuple([z.number().int().min(0), z.array(z.union([z.string(), z.number()])).max(REMEMBERED)]);

export function readPosition(cursor: string | undefined): PagePosition | null {
  if (cursor === undefined) return null;
  try {
    const [offset, keys] = positionSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { offset, keys };
  } catch {
    throw invalidParameter('cursor', 'cursor is not one that this list gave.');
  }
}

/** Of the page that begins at `offset` and shows the records of these keys. */
export function pageFields(request: PageRequest, offset: number, total: number, keys: readonly Key[]) {
  const end = offset + keys.length;
  const isLast = keys.length === 0 || end >= total;
  const cursor = isLast ? null : Buffer.from(JSON.stringify([end, keys.slice(-REMEMBERED)])).toString('base64url');
  return {
    page: request.cursor === undefined ? request.page : Math.floor(offset / request.per_page) + 1,
    per_page: request.per_page,
    page_count: Math.ceil(total / request.per_page),
    total_count: total,
    next_cursor: cursor,
  };
}

/** The fields of a list that was given whole. */
export const wholeFields = (total: number) => ({
  page: 1,
  per_page: Math.max(total, 1),
  page_count: Math.min(total, 1),
  total_count: total,
  next_cursor: null,
});

/** Where the page begins in a list of which `indexOf` finds a key (-1: not there). */
export function pageStart(request: PageRequest, indexOf: (key: Key) => number): number {
  const position = readPosition(request.cursor);
  if (position === null) return (request.page - 1) * request.per_page;
  for (const key of position.keys.toReversed()) {
    const index = indexOf(key);
    if (index >= 0) return index + 1;
  }
  return position.offset;
}

/** A page of a list that is there as a whole. */
export function slicePage<Item>(items: readonly Item[], request: PageRequest, keyOf: (item: Item) => Key) {
  const offset = pageStart(request, (key) => items.findIndex((item) => keyOf(item) === key));
  const shown = items.slice(offset, offset + request.per_page);
  return { items: shown, fields: pageFields(request, offset, items.length, shown.map(keyOf)) };
}

import { z } from 'zod';
import { invalidParameter } from './fault.ts';
import { integerInput, PAGE_SIZE, pageInput, stringInput } from './inputs.ts';
import { count } from './output-fields.ts';

/**
 * A list that is read in pages: its input, the counts of its answer, and the part of the list that a page is. A page by number counts
 * from the start as it is now. A page by cursor begins behind the sort values that the page before ended with, whatever has become of
 * the record that had them:
 *
 *   first page   [ 9 7 4 ] 2 1     next_cursor: behind 4
 *   since then   9 8 7 [ 2 1 ]     8 was added and 4 removed, nothing is repeated or skipped
 */
export const MAX_PER_PAGE = 1000;
export const perPageInput = integerInput({ min: 1, max: MAX_PER_PAGE }).describe('Records a page, 50 unless given.');
export const cursorInput = stringInput({ max: 12_000 }).describe(
  'The next_cursor of the page before: goes on behind its last record, with its filters and order. It replaces page. ' +
    'Filters need not be given beside it, unless they are too long for it (some 8,000 characters); its own count, not others. ' +
    'A record that was moved in the order since the page before is listed where it stands now.',
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

/** The values that a list is sorted by, of one record: no other has the same, so they are a place in the list. */
export type SortKey = readonly (string | number)[];

/** Where a page stands in its list. */
export interface PagePlace {
  total: number;
  /** Records before the page. */
  offset: number;
  /** Of its last record; null where the list ends with it. */
  last: SortKey | null;
}

/** The sort values that the page before ended with; null where the page is asked for by its number. */
export function readCursor<Key extends z.ZodType>({ cursor }: PageRequest, key: Key): z.output<Key> | null {
  if (cursor === undefined) return null;
  try {
    return key.parse(JSON.parse(cursor));
  } catch {
    throw invalidCursor();
  }
}

const invalidCursor = () => invalidParameter('cursor', 'cursor is not one that this list gave.');

export const pageOffset = ({ page, per_page: perPage }: PageRequest): number => (page - 1) * perPage;

export const pageFields = (request: PageRequest, { total, offset, last }: PagePlace) => ({
  page: request.cursor === undefined ? request.page : Math.floor(offset / request.per_page) + 1,
  per_page: request.per_page,
  page_count: Math.ceil(total / request.per_page),
  total_count: total,
  next_cursor: last && JSON.stringify(last),
});

/** The fields of a list that was given whole. */
export const wholeFields = (total: number) => ({
  page: 1,
  per_page: Math.max(total, 1),
  page_count: Math.min(total, 1),
  total_count: total,
  next_cursor: null,
});

const sortKey = z.array(z.union([z.string(), z.number().int()]));

/** A page of a list that is there as a whole, sorted by what `keyOf` gives: negative numbers for the greatest first. */
export function slicePage<Item>(items: readonly Item[], request: PageRequest, keyOf: (item: Item) => SortKey) {
  const sorted = items
    .map((item) => ({ item, key: keyOf(item) }))
    .sort((one, other) => compareKeys(one.key, other.key));
  const after = readCursor(request, sortKey);
  const [first] = sorted;
  if (after && first && !isLike(after, first.key)) throw invalidCursor();
  const offset = after ? sorted.filter(({ key }) => compareKeys(key, after) <= 0).length : pageOffset(request);
  const shown = sorted.slice(offset, offset + request.per_page);
  const last = offset + shown.length < sorted.length ? (shown.at(-1)?.key ?? null) : null;
  return { items: shown.map(({ item }) => item), fields: pageFields(request, { total: sorted.length, offset, last }) };
}

const isLike = (one: SortKey, other: SortKey): boolean =>
  one.length === other.length && one.every((value, index) => typeof value === typeof other[index]);

function compareKeys(one: SortKey, other: SortKey): number {
  const place = one.findIndex((value, index) => value !== other[index]);
  const [value, against] = [one[place] ?? 0, other[place] ?? 0];
  if (value === against) return 0;
  return value < against ? -1 : 1;
}

import { z } from 'zod';
import { integerInput, PAGE_SIZE, pageInput } from './inputs.ts';

/** A list that is read in pages: its input, the counts of its answer, and the part of the list that a page is. */
export const pagedInput = {
  page: pageInput.default(1),
  per_page: integerInput({ min: 1, max: 1000 }).default(PAGE_SIZE).describe('Records a page, 50 unless given.'),
};

export const pageShape = {
  page: z.number(),
  per_page: z.number(),
  page_count: z.number(),
  total_count: z.number(),
};

/** Of a list that is there as a whole. */
export const slicePage = <Item>(items: readonly Item[], page: number, perPage: number): Item[] =>
  items.slice((page - 1) * perPage, page * perPage);

export const pageCounts = (page: number, perPage: number, total: number) => ({
  page,
  per_page: perPage,
  page_count: Math.ceil(total / perPage),
  total_count: total,
});

import type { RecordsPage } from '@linescope/client/answers';
import { eachPage, type Params } from '@linescope/client/client';
import { type AnyRecord, rowsOf } from '../../state/records.ts';
import { keyOf } from './columns.tsx';

/** As many as one request gives; charts and lists lead to records far behind the first page. */
const PER_PAGE = 1000;
const MOST_SEARCHED = 10_000;

/** The record of that key, wherever it stands in the list, or null: no list tells where a record stands in it. */
export async function findRecord(
  key: string,
  list: (params: Params) => Promise<RecordsPage>,
): Promise<{ record: AnyRecord | null; searched: number }> {
  let searched = 0;
  for await (const page of eachPage(list, { per_page: PER_PAGE })) {
    const { rows } = rowsOf(page);
    const record = rows.find((row) => keyOf(row) === key);
    searched += rows.length;
    if (record) return { record, searched };
    if (searched >= MOST_SEARCHED) break;
  }
  return { record: null, searched };
}

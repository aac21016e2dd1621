import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { createResultCache, type ResultCache } from './result-cache.ts';

/** Characters of all results together, and of one: what an export reads at a time is longer, and nobody asks for it again. */
const MOST_CHARACTERS = 32_000_000;
const MOST_OF_ONE = 1_000_000;
/** Of more rows, so many are weighed for all: to write every row once more takes as long as to answer with them. */
const WEIGHED_ROWS = 20;

export const createStatementResults = (): ResultCache<unknown[]> =>
  createResultCache({
    entries: 5_000,
    weight: MOST_CHARACTERS,
    mostOfOne: MOST_OF_ONE,
    weigh: (rows) => {
      const step = Math.ceil(rows.length / WEIGHED_ROWS);
      const weighed = rows.filter((_, index) => index % step === 0);
      return Math.ceil(JSON.stringify(weighed).length * (rows.length / Math.max(weighed.length, 1)));
    },
  });

/** The store by a stamp: a statement that was answered since a row was last stored for the entity is not run again. */
export const withResults = (
  clickHouse: ClickHouse,
  results: ResultCache<unknown[]>,
  stamp: number,
  isRepeated: (statement: string) => boolean = () => true,
): ClickHouse => ({
  ...clickHouse,
  query: async (options) =>
    isRepeated(options.name)
      ? asParsed(
          await results.getOrLoad(`${stamp} ${JSON.stringify(options.params)} ${options.sql}`, () =>
            clickHouse.query(options),
          ),
        )
      : clickHouse.query(options),
});

/** The text of a statement has one schema of rows, so that what it gave before has the type that it gives now. */
const asParsed = <Row>(rows: unknown[]): Row[] => rows as Row[];

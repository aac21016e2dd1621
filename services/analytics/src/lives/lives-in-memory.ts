import { z } from 'zod';
import type { Context } from '../context.ts';
import type { SegmentParams } from '../segments/params.ts';
import { createResultCache } from '../store/result-cache.ts';
import { bindTemplate } from '../store/sql.ts';
import { decodeLives } from './decode-lives.ts';
import { bytesOf, type LifeColumns, type LifeWords } from './life-columns.ts';
import { LIFE_WORDS, LIVES } from './life-statements.ts';

/** Of all entities together, and of one. */
const MOST_BYTES = 128 * 1024 * 1024;
const MOST_BYTES_OF_ONE = 96 * 1024 * 1024;
/** A word may be stored between the two statements. */
const MOST_TRIES = 3;
const SETTINGS = {
  max_execution_time: 30,
  max_memory_usage: 1_000_000_000,
  do_not_merge_across_partitions_select_final: 1,
};
const EVER = { from_ms: 0, until_ms: Date.UTC(2149, 0, 1) };

const text = z.array(z.string());
const wordsRow = z.object({
  category: text,
  language: text,
  ai_tool: text,
  ai_model: text,
  evidence_tier: text,
  row_count: z.coerce.number(),
  end_count: z.coerce.number(),
});

export interface LivesWanted {
  /** Of all rows of the entity. */
  stamp: number;
  params: Pick<
    SegmentParams,
    | 'entity_id'
    | 'every_repo'
    | 'repo_ids'
    | 'every_asked'
    | 'asked_repo_ids'
    | 'people'
    | 'merged'
    | 'merged_into'
    | 'from_ms'
    | 'until_ms'
  >;
  /** Every committer of the entity. */
  everyone: readonly number[];
}

/**
 * Lives of the lines of a scope, of all its people and days, for as long as no row is stored for the entity; whoever asks first waits for
 * them. Where they are too many to be held, those of the people and days asked about are read each time.
 */
export function createLivesInMemory({ clickHouse }: Pick<Context, 'clickHouse'>, mostBytes = MOST_BYTES_OF_ONE) {
  const cache = createResultCache<LifeColumns>({
    entries: 1_000,
    weight: MOST_BYTES,
    mostOfOne: MOST_BYTES_OF_ONE,
    weigh: ({ rows, endDay }) => bytesOf(rows, endDay.length),
  });

  const sizes = createResultCache<{ bytes: number; words: LifeWords }>({
    entries: 1_000,
    weight: 10_000,
    weigh: () => 1,
  });

  async function readWords(params: LivesWanted['params']) {
    const statement = bindTemplate(LIFE_WORDS, params);
    const [found] = await clickHouse.query({ name: 'life_words', ...statement, row: wordsRow, settings: SETTINGS });
    const { row_count: rows = 0, end_count: ends = 0, ...words } = found ?? {};
    return { bytes: bytesOf(rows, ends), words: { ...NO_WORDS, ...words } };
  }

  async function read(params: LivesWanted['params'], words: LifeWords, tries = MOST_TRIES): Promise<LifeColumns> {
    const lists = Object.fromEntries(Object.entries(words).map(([name, list]) => [`words_of_${name}`, list]));
    const statement = bindTemplate(LIVES, { ...params, ...lists });
    const bytes = await clickHouse.queryBinary({ name: 'line_lives', ...statement, settings: SETTINGS });
    const columns = decodeLives(bytes, words);
    if (columns) return columns;
    if (tries === 1) throw new Error('words of line lives were stored faster than they are read');
    return read(params, (await readWords(params)).words, tries - 1);
  }

  return async ({ stamp, params, everyone }: LivesWanted): Promise<LifeColumns> => {
    const { entity_id: entityId, every_repo, repo_ids, every_asked, asked_repo_ids } = params;
    const scope = JSON.stringify([entityId, every_repo, repo_ids, every_asked, asked_repo_ids]);
    const { bytes, words } = await sizes.getOrLoad(`${stamp} ${entityId}`, () => readWords(params));
    if (bytes > mostBytes) return read(params, words);
    return cache.getOrLoad(`${stamp} ${scope}`, () => read({ ...params, ...EVER, people: everyone }, words));
  };
}

const NO_WORDS: LifeWords = { category: [], language: [], ai_tool: [], ai_model: [], evidence_tier: [] };

import type { Facts } from '../facts.ts';
import { type History, type HistoryRequest, readHistory } from '../read-history.ts';
import { allFacts, inMemory } from './check-history.ts';
import { plainSourceReading } from './plain-source-reading.ts';

/** Reads the branch `main` of a small repository, its facts in one piece. */
export async function readWhole(
  gitDir: string,
  more: Partial<HistoryRequest> = {},
): Promise<{ history: History; facts: Facts }> {
  const history = await inMemory(
    await readHistory({ gitDir, defaultTip: 'main', windowStart: 0, source: plainSourceReading, ...more }),
  );
  const facts = await allFacts(history);
  await history.close();
  return { history, facts };
}

import { setTimeout as delay } from 'node:timers/promises';
import type { Caller, Fields } from '../../support/call-api.ts';
import { quantile } from '../../support/quantile.ts';

const PAUSE_MS = 120;
const QUESTIONS: [path: string, fields: Fields][] = [
  ['/reports', { segment_by: 'diff_delta' }],
  ['/releases', {}],
  ['/critical_defects', {}],
  ['/reports', { segment_by: 'commit_count' }],
  ['/imports', {}],
];

export interface Customer {
  api: Caller;
  slug: string;
}

export interface Answers {
  /** Milliseconds of each. */
  times: number[];
  refused: number;
}

/** What a customer sees who asks one ordinary question after the other, each another one, until told to stop. */
export async function askUntil({ api, slug }: Customer, isOver: () => boolean): Promise<Answers> {
  const times: number[] = [];
  let refused = 0;
  for (let call = 0; !isOver(); call += 1) {
    const [path, fields] = QUESTIONS[call % QUESTIONS.length] ?? ['/releases', {}];
    const began = performance.now();
    const { status } = await api.get(path, { resource_path: slug, days_ago: 30 + (call % 300), ...fields });
    times.push(performance.now() - began);
    if (status !== 200) refused += 1;
    await delay(PAUSE_MS);
  }
  return { times, refused };
}

export const seenIn = ({ times, refused }: Answers) => ({
  calls: times.length,
  median: quantile(times, 0.5),
  p95: quantile(times, 0.95),
  slowest: Math.max(0, ...times),
  refused,
});

import { setPriority } from 'node:os';
import { z } from 'zod';
import { answerParent } from '../../support/bench-child.ts';

/** Whoever reads an export does it on another computer: here they get only the processor time that nobody else wants. */
setPriority(19);

const orderSchema = z.object({
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  /** Pages by cursor; 0: the whole as CSV. */
  pages: z.number(),
  /** Where the first page begins; empty: at the newest record. */
  cursor: z.string(),
});
const answered = z.looseObject({ total_count: z.number(), next_cursor: z.string().nullable() });

const CARRIAGE_RETURN = 13;

/** The CSV is counted and let go as it arrives. */
async function readWhole(url: string, headers: Record<string, string>) {
  const response = await fetch(`${url}&format=csv`, { headers });
  if (!response.ok || !response.body) throw new Error(`the export was answered ${response.status}`);
  let bytes = 0;
  let lines = 0;
  for await (const part of response.body) {
    bytes += part.length;
    for (let at = part.indexOf(CARRIAGE_RETURN); at !== -1; at = part.indexOf(CARRIAGE_RETURN, at + 1)) lines += 1;
  }
  return { records: lines - 1, bytes, total: lines - 1, cursor: null };
}

async function readPages(url: string, headers: Record<string, string>, count: number, from: string) {
  let cursor: string | null = from;
  let [page, total, bytes] = [0, 0, 0];
  for (; page < count && cursor !== null; page++) {
    const response: Response = await fetch(`${url}&per_page=1000${cursor === '' ? '' : `&cursor=${cursor}`}`, {
      headers,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`a page was answered ${response.status}: ${text}`);
    bytes += text.length;
    ({ total_count: total, next_cursor: cursor } = answered.parse(JSON.parse(text)));
  }
  return { records: page * 1000, bytes, total, cursor };
}

answerParent(async (order) => {
  const { url, headers, pages, cursor } = orderSchema.parse(order);
  const began = performance.now();
  const read = await (pages === 0 ? readWhole(url, headers) : readPages(url, headers, pages, cursor));
  return { ...read, milliseconds: performance.now() - began };
});

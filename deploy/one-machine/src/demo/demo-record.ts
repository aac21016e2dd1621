import { z } from 'zod';
import { readJson, writePrivateJson } from '../stack/private-file.ts';
import { isRunning, ProcessRecord } from '../stack/stack-record.ts';

/** How far the demo has come, kept in the data folder: what was stopped in the middle goes on from here. */
const DemoRecord = z.object({
  process: ProcessRecord,
  began_at: z.string(),
  finished_at: z.string().nullable(),
  /** The step under way, and those that are done. */
  doing: z.string(),
  done: z.array(z.string()),
  problem: z.string().nullable(),
});
export type DemoRecord = z.infer<typeof DemoRecord>;

export function readDemoRecord(path: string): DemoRecord | undefined {
  const read = DemoRecord.safeParse(readJson(path));
  return read.success ? read.data : undefined;
}

export const writeDemoRecord: (path: string, record: DemoRecord) => void = writePrivateJson;

export const isUnderWay = (record: DemoRecord): boolean =>
  record.finished_at === null && record.problem === null && isRunning(record.process);

export function describeDemo(record: DemoRecord): string {
  if (record.finished_at !== null) return `complete since ${record.finished_at.slice(0, 16).replace('T', ' ')} UTC`;
  if (isUnderWay(record)) return `under way: ${record.doing}`;
  const why = record.problem === null ? '' : `: ${record.problem}`;
  return `stopped at "${record.doing}"${why} ("npm run demo" goes on)`;
}

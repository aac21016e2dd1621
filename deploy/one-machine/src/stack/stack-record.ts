import { closeSync, openSync, rmSync } from 'node:fs';
import { endProcess, startMark } from '@linescope/local-stores/processes';
import { z } from 'zod';
import { readJson, writePrivateJson } from './private-file.ts';
import type { Surroundings } from './units.ts';

export const ProcessRecord = z.object({ pid: z.number().int().positive(), mark: z.string() });
const UnitPorts = z.object({ http: z.number(), grpc: z.number(), internal: z.number() });

const StackRecord = z.object({
  supervisor: ProcessRecord,
  processes: z.record(z.string(), ProcessRecord),
  surroundings: z
    .object({
      dataDir: z.string(),
      bindHost: z.string(),
      logLevel: z.string(),
      baseUrl: z.string(),
      urls: z.object({ postgres: z.string(), nats: z.string(), clickhouse: z.string() }),
      ports: z.record(z.string(), UnitPorts),
    })
    .optional(),
});
export type StackRecord = z.infer<typeof StackRecord>;

/** What a data folder remembers of the stack that runs on it, or ran and was killed. */
export function readStackRecord(path: string): StackRecord | undefined {
  const read = StackRecord.safeParse(readJson(path));
  return read.success ? read.data : undefined;
}

export function isRunning(record: { pid: number; mark: string }): boolean {
  return startMark(record.pid) === record.mark;
}

/** Ends what a killed supervisor left behind: only processes that are still the very ones that were recorded. */
export async function endLeftovers(record: StackRecord, say: (sentence: string) => void): Promise<void> {
  const left = Object.entries(record.processes).filter(([, process]) => isRunning(process));
  const stores = new Set(['postgres', 'nats', 'clickhouse']);
  for (const layer of [left.filter(([name]) => !stores.has(name)), left.filter(([name]) => stores.has(name))]) {
    await Promise.all(
      layer.map(([name, { pid }]) => {
        say(`ending ${name}, which an earlier start left behind (process ${pid})`);
        return endProcess(pid, name === 'postgres' ? 'SIGINT' : 'SIGTERM', 20_000);
      }),
    );
  }
}

export interface RecordKeeper {
  add(name: string, pid: number): void;
  surround(surroundings: Surroundings): void;
  remove(): void;
}

/** Takes the data folder for this process; undefined if another took it first. */
export function takeStackRecord(path: string): RecordKeeper | undefined {
  try {
    closeSync(openSync(path, 'wx', 0o600)); // only one of two racing starts can make it
  } catch {
    return undefined;
  }
  const record: StackRecord = { supervisor: describe(process.pid), processes: {} };
  const write = () => writePrivateJson(path, record);
  write();
  return {
    add(name, pid) {
      record.processes[name] = describe(pid);
      write();
    },
    surround(surroundings) {
      record.surroundings = surroundings;
      write();
    },
    remove: () => rmSync(path, { force: true }),
  };
}

function describe(pid: number) {
  return { pid, mark: startMark(pid) ?? 'gone' };
}

import { z } from 'zod';
import { readJson, writePrivateJson } from './private-file.ts';

/** What a person or a program needs to use a running stack. Null is what this stack does not have. */
export const Ready = z.object({
  base_url: z.string(),
  docs_url: z.string(),
  entity_slug: z.string().nullable(),
  api_token: z.string().nullable(),
  admin_token: z.string().nullable(),
  postgres_url: z.string(),
  nats_url: z.string(),
  clickhouse_url: z.string(),
  code_host_url: z.string().nullable(),
  code_host_token: z.string().nullable(),
  pids: z.record(z.string(), z.number()),
});
export type Ready = z.infer<typeof Ready>;

export function writeReady(path: string, ready: Ready): void {
  writePrivateJson(path, ready);
}

export function readReady(path: string): Ready | undefined {
  const read = Ready.safeParse(readJson(path));
  return read.success ? read.data : undefined;
}

import type { IncomingMessage } from 'node:http';
import { HostError } from './route.ts';

const limit = 16 * 1024 * 1024;

/** The JSON of a request; undefined where it has none. */
export async function readJson(req: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req) {
    size += chunk.length;
    if (size > limit) throw new HostError(413, 'Payload Too Large');
    chunks.push(chunk);
  }
  if (size === 0) return undefined;
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new HostError(400, 'Problems parsing JSON');
  }
}

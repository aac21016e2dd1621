import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@linescope/one-machine/settings';
import { parse } from 'yaml';
import { z } from 'zod';

const Condition = z.enum(['service_healthy', 'service_completed_successfully', 'service_started']);

/** What tests look at of a service; the rest of the format is its schema's to judge. */
const Service = z.looseObject({
  image: z.string(),
  command: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.coerce.string()).default({}),
  volumes: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  networks: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.object({ condition: Condition })).default({}),
});
export type ComposeService = z.infer<typeof Service>;

const Stack = z.object({
  services: z.record(z.string(), Service),
  networks: z.record(z.string(), z.object({ internal: z.boolean().optional() })),
  volumes: z.record(z.string(), z.unknown()),
});

/** The file as compose reads it where no variable is set: merged anchors, defaults in place of variables. */
export function readComposeFile(file: string): unknown {
  const text = readFileSync(join(ROOT, file), 'utf8').replace(/\$\{[A-Z_]+:-([^}]*)\}/g, '$1');
  return parse(text, { merge: true });
}

export const readStack = (file: string) => Stack.parse(readComposeFile(file));

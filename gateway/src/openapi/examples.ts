import { z } from 'zod';
import recorded from './examples.json' with { type: 'json' };

const exampleSchema = z.object({ status: z.number(), request: z.unknown().optional(), response: z.unknown() });

/** An answer of the demo for each operation, recorded by `test/examples/record.ts`. */
export const EXAMPLES: Record<string, z.output<typeof exampleSchema> | undefined> = z
  .record(z.string(), exampleSchema)
  .parse(recorded);

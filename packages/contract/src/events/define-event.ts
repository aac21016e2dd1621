import { z } from 'zod';

/**
 * An event's name on the wire: `<namespace>.events.<entity id>.<source>.<name>.v<version>`. The entity stands in the
 * subject so that offboarding can purge just its messages. New fields are optional; a break is a new version.
 */
export interface EventDefinition<Data extends z.ZodType> {
  source: string;
  name: string;
  version: number;
  type: string;
  data: Data;
}

export function defineEvent<Data extends z.ZodType>(
  source: string,
  name: string,
  version: number,
  data: Data,
): EventDefinition<Data> {
  return { source, name, version, type: `${source}.${name}.v${version}`, data };
}

/** What every event carries besides its data; `aggregateVersion` lets a consumer drop what is older than what it has. */
export const eventEnvelopeSchema = z.object({
  id: z.string(),
  type: z.string(),
  entityId: z.number().int().nonnegative(),
  aggregateId: z.string(),
  aggregateVersion: z.number().int(),
  occurredAt: z.string(),
  traceIdentifier: z.string().optional(),
  data: z.unknown(),
});

export type EventEnvelope<T> = Omit<z.infer<typeof eventEnvelopeSchema>, 'data'> & { data: T };

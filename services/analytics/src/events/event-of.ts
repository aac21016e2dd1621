import type { EventDefinition, EventEnvelope } from '@linescope/contract/events/define-event';
import type { z } from 'zod';

/** The envelope that a handler of an event receives, with its data parsed. */
export type EventOf<D> =
  D extends EventDefinition<infer Data extends z.ZodType> ? EventEnvelope<z.output<Data>> : never;

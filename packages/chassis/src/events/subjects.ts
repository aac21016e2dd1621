import type { EventDefinition } from '@linescope/contract/events/define-event';
import type { z } from 'zod';
import { subjectPrefix } from './streams.ts';

/** The entity comes before the type, so `*` in its place subscribes to every entity, and one entity can be purged. */
export const eventSubject = (
  namespace: string,
  definition: EventDefinition<z.ZodType>,
  entityId: number | '*',
): string => `${subjectPrefix(namespace, 'EVENTS')}.${entityId}.${definition.type}`;

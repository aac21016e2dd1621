import type { EventDefinition } from '@linescope/contract/events/define-event';
import type { z } from 'zod';

/** A consumer of an event, within its service. */
export const consumerName = ({ type }: EventDefinition<z.ZodType>): string => type.replaceAll('.', '_');

/** A consumer as the broker and its operators know it. */
export const durableName = (service: string, consumer: string): string =>
  `${service.replaceAll('-', '_')}__${consumer}`;

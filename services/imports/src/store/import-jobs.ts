import type { Broker } from '@linescope/chassis/events/broker';
import { publishRaw } from '@linescope/chassis/events/publish';
import { subjectPrefix } from '@linescope/chassis/events/streams';
import { z } from 'zod';

/** A message of the JOBS stream: one run of one import. */
export const importJobSchema = z.object({ importId: z.number(), run: z.number() });
export type ImportJob = z.infer<typeof importJobSchema>;

export const jobSubject = (namespace: string, entityId: number | '*'): string =>
  `${subjectPrefix(namespace, 'JOBS')}.${entityId}.import.v1`;

export const publishJob = (
  { broker }: { broker: Broker },
  { id, run, entity_id: entityId }: { id: number; run: number; entity_id: number },
): Promise<void> =>
  publishRaw(broker, jobSubject(broker.namespace, entityId), Buffer.from(JSON.stringify({ importId: id, run })), {
    messageId: `import:${id}:${run}`,
  });

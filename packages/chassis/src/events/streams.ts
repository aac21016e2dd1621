import { DAY_MS } from '@linescope/contract/days';
import {
  DiscardPolicy,
  type JetStreamManager,
  NatsError,
  nanos,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from 'nats';

/**
 * Events are kept a while for late consumers; facts live until they are handled; dead letters until an operator looks. A full stream of
 * events or facts refuses, so that whoever publishes waits: back-pressure, not loss. `trimEvents` makes room for events.
 */
const STREAMS = {
  EVENTS: { retention: RetentionPolicy.Limits, max_age: nanos(14 * DAY_MS), discard: DiscardPolicy.New },
  FACTS: { retention: RetentionPolicy.Workqueue, max_age: 0, discard: DiscardPolicy.New },
  DEAD: { retention: RetentionPolicy.Limits, max_age: nanos(90 * DAY_MS), discard: DiscardPolicy.Old },
} as const;

export type StreamName = keyof typeof STREAMS;

export const streamName = (namespace: string, stream: StreamName): string => `${namespace}_${stream}`;

/** `<namespace>.facts.>`: what a stream listens to. */
export const subjectPrefix = (namespace: string, stream: StreamName): string => `${namespace}.${stream.toLowerCase()}`;

/** Headers of a message live this long for deduplication by message id. */
const DUPLICATE_WINDOW_MS = 2 * 60 * 1000;

/** Makes the streams that are missing. With `mends`, one that an older version made to drop what is unread refuses when full, as it is made now. */
export async function ensureStreams(
  manager: JetStreamManager,
  namespace: string,
  limits: { replicas: number; bytes: number },
  { mends }: { mends: boolean } = { mends: false },
): Promise<void> {
  for (const stream of Object.keys(STREAMS) as StreamName[]) {
    const config: Partial<StreamConfig> & { name: string } = {
      name: streamName(namespace, stream),
      subjects: [`${subjectPrefix(namespace, stream)}.>`],
      storage: StorageType.File,
      num_replicas: limits.replicas,
      max_bytes: limits.bytes,
      duplicate_window: nanos(DUPLICATE_WINDOW_MS),
      ...STREAMS[stream],
    };
    const known = await findConfig(manager, config.name);
    if (!known) await manager.streams.add(config).catch(ignoreExisting);
    else if (mends && known.discard !== config.discard)
      await manager.streams.update(config.name, { ...known, discard: STREAMS[stream].discard });
  }
}

async function findConfig(manager: JetStreamManager, name: string): Promise<StreamConfig | null> {
  try {
    return (await manager.streams.info(name)).config;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

const isMissing = (error: unknown): boolean => error instanceof NatsError && error.api_error?.code === 404;

/** Another unit made it between our look and our call. */
function ignoreExisting(error: unknown): void {
  if (!(error instanceof NatsError) || error.api_error?.err_code !== 10058) throw error;
}

import { headers } from 'nats';
import { currentTrace, TRACE_HEADER } from '../trace/trace-context.ts';
import type { Broker } from './broker.ts';

/** Publishes to JetStream and returns once the broker has stored it. The message id makes a repeat harmless. */
export async function publishRaw(
  broker: Broker,
  subject: string,
  payload: Uint8Array,
  options: { messageId: string; headers?: Record<string, string> },
): Promise<void> {
  const messageHeaders = headers();
  const trace = currentTrace()?.traceIdentifier;
  if (trace) messageHeaders.set(TRACE_HEADER, trace);
  for (const [name, value] of Object.entries(options.headers ?? {})) messageHeaders.set(name, value);
  await broker.jetStream.publish(subject, payload, { msgID: options.messageId, headers: messageHeaders });
}

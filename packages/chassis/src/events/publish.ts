import { headers } from 'nats';
import { currentTrace, TRACE_HEADER } from '../trace/trace-context.ts';
import type { Broker } from './broker.ts';

/** Publishes to JetStream and returns its place in the stream once the broker has stored it. The message id makes a repeat harmless. */
export async function publishRaw(
  broker: Broker,
  subject: string,
  payload: Uint8Array,
  options: { messageId: string; headers?: Record<string, string> },
): Promise<number> {
  const messageHeaders = headers();
  const trace = currentTrace()?.traceIdentifier;
  if (trace) messageHeaders.set(TRACE_HEADER, trace);
  for (const [name, value] of Object.entries(options.headers ?? {})) messageHeaders.set(name, value);
  const { seq } = await broker.jetStream.publish(subject, payload, {
    msgID: options.messageId,
    headers: messageHeaders,
  });
  return seq;
}

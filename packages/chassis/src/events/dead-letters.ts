import { headers, type JsMsg, NatsError } from 'nats';
import { z } from 'zod';
import { TRACE_HEADER } from '../trace/trace-context.ts';
import type { Broker } from './broker.ts';
import { streamName, subjectPrefix } from './streams.ts';

export interface DeadLetter {
  sequence: number;
  consumer: string;
  subject: string;
  /** A sentence; the stack is in the log, under the trace identifier. */
  reason: string;
  traceIdentifier: string | null;
  failedAt: string;
  payload: Uint8Array;
}

const ORIGINAL_SUBJECT = 'linescope-original-subject';
const REASON = 'linescope-reason';
/** A replayed message is for the consumer that failed; the others have handled it. */
const ONLY_FOR = 'linescope-only-for';

export const isForOther = (message: JsMsg, consumer: string): boolean => {
  const only = message.headers?.get(ONLY_FOR);
  return only !== undefined && only !== '' && only !== consumer;
};

/** Copies the message to the dead-letter stream, then removes it from its own. If the broker refuses the copy, it stays. */
export async function deadLetterMessage(
  broker: Broker,
  message: JsMsg,
  consumer: string,
  reason: unknown,
): Promise<void> {
  const kept = headers();
  for (const name of message.headers?.keys() ?? [])
    if (!name.startsWith('Nats-') && name !== ONLY_FOR) kept.set(name, message.headers?.get(name) ?? '');
  kept.set(ORIGINAL_SUBJECT, message.subject);
  kept.set(REASON, sentenceOf(reason));
  await broker.jetStream.publish(`${subjectPrefix(broker.namespace, 'DEAD')}.${consumer}`, message.data, {
    headers: kept,
    msgID: `dead:${consumer}:${message.info.stream}:${message.info.streamSequence}`,
  });
  message.term();
}

function sentenceOf(reason: unknown): string {
  const text =
    reason instanceof z.ZodError
      ? `The message is not what it should be: ${z.prettifyError(reason)}`
      : reason instanceof Error
        ? reason.message
        : String(reason);
  return text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, 500);
}

export async function* listDeadLetters(broker: Broker): AsyncGenerator<DeadLetter> {
  const stream = streamName(broker.namespace, 'DEAD');
  const { state } = await broker.manager.streams.info(stream);
  for (let sequence = state.first_seq; sequence <= state.last_seq; sequence += 1) {
    const letter = await readDeadLetter(broker, sequence);
    if (letter) yield letter;
  }
}

export async function readDeadLetter(broker: Broker, sequence: number): Promise<DeadLetter | null> {
  try {
    const stored = await broker.manager.streams.getMessage(streamName(broker.namespace, 'DEAD'), { seq: sequence });
    return {
      sequence,
      consumer: stored.subject.slice(subjectPrefix(broker.namespace, 'DEAD').length + 1),
      subject: stored.header.get(ORIGINAL_SUBJECT),
      reason: stored.header.get(REASON),
      traceIdentifier: stored.header.get(TRACE_HEADER) || null,
      failedAt: stored.time.toISOString(),
      payload: stored.data,
    };
  } catch {
    return null;
  }
}

/** Publishes the message again for the consumer that failed, once, and deletes the dead letter. */
export async function replayDeadLetter(broker: Broker, sequence: number): Promise<boolean> {
  const letter = await readDeadLetter(broker, sequence);
  if (!letter) return false;
  const replayed = headers();
  replayed.set(ONLY_FOR, letter.consumer);
  if (letter.traceIdentifier) replayed.set(TRACE_HEADER, letter.traceIdentifier);
  await broker.jetStream.publish(letter.subject, letter.payload, {
    headers: replayed,
    msgID: `replay:${sequence}:${letter.failedAt}`,
  });
  return discardDeadLetter(broker, sequence);
}

/** False where there is no such dead letter. */
export async function discardDeadLetter(broker: Broker, sequence: number): Promise<boolean> {
  try {
    return await broker.manager.streams.deleteMessage(streamName(broker.namespace, 'DEAD'), sequence);
  } catch (error) {
    if (error instanceof NatsError && error.api_error) return false;
    throw error;
  }
}

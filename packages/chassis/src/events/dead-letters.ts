import { headers, type JsMsg } from 'nats';
import type { Broker } from './broker.ts';
import { streamName, subjectPrefix } from './streams.ts';

export interface DeadLetter {
  sequence: number;
  consumer: string;
  subject: string;
  reason: string;
  failedAt: string;
  payload: Uint8Array;
}

const ORIGINAL_SUBJECT = 'linescope-original-subject';
const REASON = 'linescope-reason';

/** Copies the message to the dead-letter stream, then removes it from its own. If the broker refuses the copy, it stays. */
export async function deadLetterMessage(
  broker: Broker,
  message: JsMsg,
  consumer: string,
  reason: unknown,
): Promise<void> {
  const kept = headers();
  for (const name of message.headers?.keys() ?? [])
    if (!name.startsWith('Nats-')) kept.set(name, message.headers?.get(name) ?? '');
  kept.set(ORIGINAL_SUBJECT, message.subject);
  kept.set(REASON, (reason instanceof Error ? reason.message : String(reason)).replace(/[\r\n]+/g, ' ').slice(0, 500));
  await broker.jetStream.publish(`${subjectPrefix(broker.namespace, 'DEAD')}.${consumer}`, message.data, {
    headers: kept,
    msgID: `dead:${consumer}:${message.info.stream}:${message.info.streamSequence}`,
  });
  message.term();
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
      failedAt: stored.time.toISOString(),
      payload: stored.data,
    };
  } catch {
    return null;
  }
}

/** Publishes the message again on its subject and deletes the dead letter. Every consumer of the subject gets it: effects are idempotent. */
export async function replayDeadLetter(broker: Broker, sequence: number): Promise<boolean> {
  const stream = streamName(broker.namespace, 'DEAD');
  const letter = await readDeadLetter(broker, sequence);
  if (!letter) return false;
  await broker.jetStream.publish(letter.subject, letter.payload, { msgID: `replay:${sequence}:${letter.failedAt}` });
  await broker.manager.streams.deleteMessage(stream, sequence);
  return true;
}

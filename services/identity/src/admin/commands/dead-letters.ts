import type { Broker } from '@linescope/chassis/events/broker';
import {
  type DeadLetter,
  discardDeadLetter,
  listDeadLetters,
  readDeadLetter,
  replayDeadLetter,
} from '@linescope/chassis/events/dead-letters';
import { UsageError } from '@linescope/command-line/command';
import { listing } from '@linescope/command-line/table';
import type { AdminCommand } from '../admin-context.ts';
import { readId } from './token.ts';

const describe = (letter: DeadLetter) => ({
  sequence: letter.sequence,
  failed_at: letter.failedAt,
  consumer: letter.consumer,
  subject: letter.subject,
  reason: letter.reason,
  trace: letter.traceIdentifier,
});

export const deadLettersList: AdminCommand = {
  summary: 'List the messages that no consumer could handle',
  async run(context) {
    const letters: DeadLetter[] = [];
    for await (const letter of listDeadLetters(await context.broker())) letters.push(letter);
    return listing(letters.map(describe));
  },
};

export const deadLettersShow: AdminCommand = {
  summary: 'Show a dead letter whole',
  args: ['sequence'],
  async run(context, { args }) {
    const letter = await readDeadLetter(await context.broker(), readId(args[0] ?? ''));
    if (!letter) throw new UsageError(`There is no dead letter ${args[0]}.`);
    const shown = { ...describe(letter), payload: Buffer.from(letter.payload).toString('utf8') };
    return {
      json: shown,
      text: Object.entries(shown)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n'),
    };
  },
};

/** One way to name dead letters: by their numbers, or all of them. */
async function sequencesOf(broker: Broker, args: string[]): Promise<number[]> {
  if (args[0] !== 'all') return args.map(readId);
  const sequences: number[] = [];
  for await (const letter of listDeadLetters(broker)) sequences.push(letter.sequence);
  return sequences;
}

const forEachOf = (
  summary: string,
  done: 'replayed' | 'discarded',
  act: (broker: Broker, sequence: number) => Promise<boolean>,
): AdminCommand => ({
  summary,
  args: ['sequence or all…'],
  async run(context, { args }) {
    const broker = await context.broker();
    const found: number[] = [];
    const missing: number[] = [];
    for (const sequence of await sequencesOf(broker, args))
      ((await act(broker, sequence)) ? found : missing).push(sequence);
    const text = [`${found.length} ${done}.`, ...missing.map((sequence) => `There is no dead letter ${sequence}.`)];
    return { json: { [done]: found, missing }, text: text.join('\n') };
  },
});

export const deadLettersReplay = forEachOf(
  'Send dead letters again to the consumer that failed, by their numbers or all',
  'replayed',
  replayDeadLetter,
);

export const deadLettersDiscard = forEachOf(
  'Delete dead letters that need not be handled any more, by their numbers or all',
  'discarded',
  discardDeadLetter,
);

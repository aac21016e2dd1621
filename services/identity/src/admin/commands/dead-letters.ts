import {
  type DeadLetter,
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

export const deadLettersReplay: AdminCommand = {
  summary: 'Send dead letters again where they came from, by their numbers or all',
  args: ['sequence or all…'],
  async run(context, { args }) {
    const broker = await context.broker();
    const sequences: number[] = [];
    if (args[0] === 'all') for await (const letter of listDeadLetters(broker)) sequences.push(letter.sequence);
    else sequences.push(...args.map(readId));
    const replayed: number[] = [];
    for (const sequence of sequences) if (await replayDeadLetter(broker, sequence)) replayed.push(sequence);
    const missing = sequences.filter((sequence) => !replayed.includes(sequence));
    const text = [`${replayed.length} replayed.`, ...missing.map((sequence) => `There is no dead letter ${sequence}.`)];
    return { json: { replayed, missing }, text: text.join('\n') };
  },
};

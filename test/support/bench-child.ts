import { type ChildProcess, fork } from 'node:child_process';
import { z } from 'zod';

/** A process of the benchmark that answers messages one at a time. */
export interface BenchChild {
  ask<Answer>(query: unknown, answer: z.ZodType<Answer>): Promise<Answer>;
  /** Processor time used so far, in microseconds. */
  cpu(): Promise<number>;
  stop(): void;
}

/** `file`: its whole path. */
export function startChild(file: string, env: Record<string, string> = {}): BenchChild {
  const child = fork(file, { env: { ...process.env, ...env }, execArgv: [] });
  const ask: BenchChild['ask'] = async (query, answer) => {
    const reply = nextMessage(child);
    child.send({ query });
    return answer.parse(await reply);
  };
  return {
    ask,
    cpu: () => ask('cpu', z.number()),
    stop: () => child.disconnect(),
  };
}

function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`a process of the benchmark ended with code ${code}`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message);
    });
  });
}

const querySchema = z.object({ query: z.unknown() });

/** In the child: answers queries until the benchmark lets go of it. */
export function answerParent(answer: (query: unknown) => Promise<unknown>): void {
  process.on('message', async (message) => {
    const { query } = querySchema.parse(message);
    if (query === 'cpu') {
      const { user, system } = process.cpuUsage();
      process.send?.(user + system);
      return;
    }
    process.send?.(await answer(query));
  });
  process.once('disconnect', () => process.exit(0));
}

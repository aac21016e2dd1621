import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import { BROKER_VARIABLE } from './servers.ts';

const Greeting = z.object({ url: z.string(), folder: z.string() });

/** Runs once before all test files; what it returns runs after them. */
export default async function setUp(): Promise<() => Promise<void>> {
  if (process.env['TEST_STORES'] === 'containers') {
    process.env['TESTCONTAINERS_RYUK_DISABLED'] ??= 'true'; // the broker removes what it started
    const { whyNoContainers } = await import('./container-servers.ts');
    const reason = await whyNoContainers();
    if (reason !== undefined) throw new Error(`TEST_STORES=containers: ${reason}`);
  }
  const broker = fork(join(import.meta.dirname, 'broker.ts'), { detached: true, execArgv: [] });
  const [greeting] = await Promise.race([once(broker, 'message'), endedTooSoon(broker)]);
  const { url, folder } = Greeting.parse(greeting);
  process.env[BROKER_VARIABLE] = url;
  process.env['TMPDIR'] = folder; // what a test leaves behind goes with it
  return async () => {
    const ended = once(broker, 'exit');
    broker.disconnect();
    await ended;
  };
}

async function endedTooSoon(broker: ChildProcess): Promise<never> {
  await once(broker, 'exit');
  throw new Error('the process that starts servers for tests ended before it was ready');
}

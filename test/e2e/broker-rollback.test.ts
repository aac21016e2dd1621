import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startNats } from '@linescope/local-stores/nats';
import { pickPort } from '@linescope/local-stores/ports';
import type { RunningProcess } from '@linescope/local-stores/running-process';
import { eventually } from '@linescope/test-kit/eventually';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { testService } from '@linescope/test-kit/test-service';
import { expect, test } from 'vitest';
import { countingService, storedNumbers } from '../support/counting-service.ts';

/** How many moments the broker is put back to; `LINESCOPE_ROLLBACKS=50` is the whole drill. */
const MOMENTS = Number(process.env['LINESCOPE_ROLLBACKS'] ?? 2);

test('a broker whose store is put back to an earlier moment loses nothing that was committed', {
  timeout: 60_000 + MOMENTS * 180_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'linescope-rollback-'));
  removeAfterFile(() => rm(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'nats');
  const port = await pickPort();
  let nats: RunningProcess | undefined;
  const start = async () => {
    nats = await startNats({ dataDir, port, log: () => {} });
  };
  await start();
  removeAfterFile(async () => nats?.stop());
  const { started } = await testService(countingService, {
    NATS_URL: `nats://127.0.0.1:${port}`,
    NATS_NAMESPACE: 'rollback',
  });
  let number = 0;
  const countFor = async (milliseconds: number) => {
    for (const end = Date.now() + milliseconds; Date.now() < end; ) {
      number += 1;
      await started.count(number);
      await delay(2);
    }
  };
  for (let moment = 0; moment < MOMENTS; moment++) {
    await countFor(200 + Math.random() * 600);
    await cp(join(dataDir, 'store'), join(folder, 'earlier'), { recursive: true });
    await countFor(200 + Math.random() * 1_500);
    if (nats) process.kill(nats.pid, 'SIGKILL');
    await nats?.exited;
    await rm(join(dataDir, 'store'), { recursive: true });
    await cp(join(folder, 'earlier'), join(dataDir, 'store'), { recursive: true });
    await rm(join(folder, 'earlier'), { recursive: true });
    await Promise.all([start(), countFor(300)]);
    const expected = number;
    await eventually(async () => {
      expect((await storedNumbers(started.broker)).size).toBe(expected);
      return true;
    }, 120_000);
    // A consumer that was ahead of its stream gets all of the last day again, one after the other.
    await eventually(() => {
      expect(started.received.size).toBe(expected);
      return true;
    }, 120_000);
    if (MOMENTS > 2) process.stdout.write(`put back ${moment + 1} times: all of ${expected} events received\n`);
  }
});

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { childrenOf } from '../../testing/children.ts';
import { engineUnderTest } from '../../testing/engine-under-test.ts';
import { type HostProcess, startHostProcess } from '../../testing/host-process.ts';

describe.runIf(engineUnderTest() === 'native')('merges of the native engine', () => {
  let dataDir: string;
  let host: HostProcess;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'clickhouse-host-merges-'));
    host = await startHostProcess(dataDir, { CLICKHOUSE_HOST_ENGINE: 'native' });
  });

  afterAll(async () => {
    await host?.end('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  });

  async function prioritiesOfMerges(): Promise<number[]> {
    const [engine] = await childrenOf(host.process.pid ?? 0);
    const threads = `/proc/${engine}/task`;
    const priorities: number[] = [];
    for (const thread of await readdir(threads)) {
      const name = await readFile(`${threads}/${thread}/comm`, 'utf8').catch(() => '');
      if (name.trim() === 'MergeMutate') priorities.push(getPriority(Number(thread)));
    }
    return priorities;
  }

  it('give way to its statements', async () => {
    await host.client.command({ query: 'CREATE TABLE merged (id UInt64) ENGINE = MergeTree ORDER BY id' });
    await expect.poll(async () => [...new Set(await prioritiesOfMerges())], { timeout: 20_000 }).toEqual([19]);
  });
});

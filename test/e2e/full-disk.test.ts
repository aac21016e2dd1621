import { rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { freeBytesOf } from '@linescope/chassis/service/free-space';
import { eventually } from '@linescope/test-kit/eventually';
import { expect, test } from 'vitest';
import { createCaller } from '../support/call-api.ts';
import { testStack } from '../support/test-stack.ts';

const MIB = 1024 * 1024;
const MINUTES = 60_000;
/** A folder on a disk of its own of some 2 GB, such as a tmpfs: the test fills it to the last byte. */
const disk = process.env['LINESCOPE_FULL_DISK'];

async function fill(path: string): Promise<number> {
  const file = await open(path, 'w');
  let written = 0;
  try {
    for (const size of [MIB, 4096]) {
      const block = Buffer.alloc(size, 1);
      for (;;) written += (await file.write(block)).bytesWritten;
    }
  } catch {
    // Full.
  } finally {
    await file.close();
  }
  return written;
}

test.runIf(disk !== undefined)(
  'a disk that runs full refuses writes with a sentence; when there is space again everything goes on and nothing is lost',
  async () => {
    const folder = disk ?? '';
    const stack = await testStack(join(folder, 'data'), { NATS_STREAM_BYTES: String(64 * MIB) });
    const { base_url, api_token } = stack.ready();
    const api = createCaller(base_url, api_token ?? '');
    const acknowledged: string[] = [];
    const record = async (key: string) => {
      const answer = await api.post('/critical_defects', {
        resource_path: 'demo',
        defect_key: key,
        detected_now: true,
      });
      if (answer.status < 300) acknowledged.push(key);
      return answer;
    };
    for (let number = 0; number < 5; number += 1) expect((await record(`CALM-${number}`)).status).toBe(201);

    const ballast = join(folder, 'ballast');
    await fill(ballast);
    expect(freeBytesOf(folder)).toBeLessThan(MIB);
    const refused = await eventually(async () => {
      const answer = await record('FULL');
      return answer.status === 503 && answer;
    }, MINUTES);
    expect(refused.body.response_detail).toBe('The disk is full. Nothing can be recorded until there is space again.');
    const ready = await fetch(`${base_url}/readyz`);
    expect([ready.status, JSON.parse(await ready.text()).failing]).toEqual([
      503,
      expect.arrayContaining(['disk_space']),
    ]);
    expect((await api.get('/critical_defects', { resource_path: 'demo' })).status).toBe(200);
    // Long enough for every store to meet it.
    await eventually(() => /nats (has not answered|ended)/.test(stack.output()), 20_000).catch(() => {});

    rmSync(ballast);
    const freed = Date.now();
    await eventually(async () => (await fetch(`${base_url}/readyz`)).status === 200, 2 * MINUTES);
    await eventually(async () => (await record(`AFTER-${acknowledged.length}`)).status === 201, MINUTES);
    process.stdout.write(`ready again ${((Date.now() - freed) / 1000).toFixed(1)} s after there was space\n`);
    const listed = (await api.get('/critical_defects', { resource_path: 'demo' })).body.critical_defects;
    const keys = listed.map(({ defectKey }: { defectKey: string }) => defectKey);
    expect(acknowledged.filter((key) => !keys.includes(key))).toEqual([]);
    expect(keys).not.toContain('FULL');
  },
  8 * MINUTES,
);

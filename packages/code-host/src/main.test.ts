import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { z } from 'zod';

const main = new URL('./main.ts', import.meta.url).pathname;
const ready = z.object({ event: z.literal('ready'), port: z.number().positive() });

it('the process says on which port it is ready, serves on loopback, and stops on SIGTERM', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'code-host-main-'));
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, CODE_HOST_DATA_DIR: dataDir, CODE_HOST_TOKEN: 'a-demo-token' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { port } = ready.parse(JSON.parse(line));
  const response = await fetch(`http://127.0.0.1:${port}/user`, { headers: { Authorization: 'Bearer a-demo-token' } });
  expect(await response.json()).toMatchObject({ login: 'demo-admin' });
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  rmSync(dataDir, { recursive: true });
});

it('a missing setting stops it with a sentence that names the setting', async () => {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let given = '';
  child.stderr.on('data', (chunk) => {
    given += chunk;
  });
  const [code] = await once(child, 'close');
  expect(code).not.toBe(0);
  expect(given).toContain('CODE_HOST_DATA_DIR');
});

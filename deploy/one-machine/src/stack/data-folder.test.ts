import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pickPort } from '@linescope/local-stores/ports';
import { afterAll, expect, test } from 'vitest';
import { readSettings } from '../settings.ts';
import { takeDataFolder } from './data-folder.ts';

const base = mkdtempSync(join(tmpdir(), 'linescope-folder-'));
afterAll(() => rmSync(base, { recursive: true }));

const take = (env: Record<string, string>) =>
  takeDataFolder(readSettings({ DATA_DIR: mkdtempSync(join(base, 'data-')), ...env }), () => {});

test('a taken port is named, with what to do', async () => {
  const port = await pickPort();
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  await expect(take({ PORT: String(port) })).rejects.toThrow(
    `Port ${port} is taken by another program. Choose another: PORT=${port + 1} npm start`,
  );
  other.close();
});

test('an address that is not this machine’s is reported by the name of its setting', async () => {
  await expect(take({ PORT: String(await pickPort()), BIND_HOST: '192.0.2.1' })).rejects.toThrow('BIND_HOST');
});

test('a data folder in use is not taken twice', async () => {
  const dataDir = join(base, 'shared');
  const record = await take({ PORT: '0', DATA_DIR: dataDir });
  await expect(take({ PORT: '0', DATA_DIR: dataDir })).rejects.toThrow(`already runs on ${dataDir}`);
  record.remove();
  (await take({ PORT: '0', DATA_DIR: dataDir })).remove();
});

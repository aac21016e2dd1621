import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient } from '@linescope/chassis/postgres/service-roles';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPostgres } from './postgres.ts';
import { isAlive } from './processes.ts';
import type { RunningProcess } from './running-process.ts';

const asRoot = process.getuid?.() === 0;
let folder: string;
const running: RunningProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'linescope-postgres-'));
  chmodSync(folder, 0o711);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((part) => part.stop()));
  rmSync(folder, { recursive: true, force: true });
});

async function start(dataDir: string): Promise<RunningProcess> {
  const part = await startPostgres({ dataDir, password: 'pass', durable: false, log: () => {} });
  running.push(part);
  return part;
}

const version = (url: string) =>
  withClient(url, async (client) => (await client.query('show server_version')).rows[0].server_version);

test('a second start finds the data of the first', async () => {
  const dataDir = join(folder, 'data');
  const first = await start(dataDir);
  expect(await version(first.url)).toMatch(/^18\./);
  await withClient(first.url, (client) => client.query('create table kept as select 1 as id'));
  await first.stop();
  const second = await start(dataDir);
  const { rows } = await withClient(second.url, (client) => client.query('select id from kept'));
  expect(rows).toEqual([{ id: 1 }]);
});

test('a Postgres that a killed start left behind is ended, not fought', async () => {
  const dataDir = join(folder, 'data');
  const left = await start(dataDir);
  const next = await start(dataDir);
  expect(isAlive(left.pid)).toBe(false);
  expect(await version(next.url)).toMatch(/^18\./);
});

test('a lock file whose number now belongs to another program does not keep Postgres from starting', async () => {
  const dataDir = join(folder, 'data');
  await (await start(dataDir)).stop();
  writeFileSync(join(dataDir, 'postmaster.pid'), `${process.ppid}\n${dataDir}\n`);
  expect(await version((await start(dataDir)).url)).toMatch(/^18\./);
  expect(isAlive(process.ppid)).toBe(true);
});

test.runIf(asRoot)('as root it works below a folder that is closed to everyone else', async () => {
  const closed = join(folder, 'home');
  mkdirSync(closed, { mode: 0o700 });
  const dataDir = join(closed, 'data', 'postgres');
  const part = await start(dataDir);
  expect(await version(part.url)).toMatch(/^18\./);
  expect(lstatSync(dataDir).isSymbolicLink()).toBe(true);
  await part.stop();
  rmSync(readlinkSync(dataDir), { recursive: true });
});

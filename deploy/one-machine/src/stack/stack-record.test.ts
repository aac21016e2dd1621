import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '@linescope/local-stores/processes';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endLeftovers, isRunning, readStackRecord, takeStackRecord } from './stack-record.ts';

let folder: string;
let path: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'linescope-record-'));
  path = join(folder, 'stack.json');
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

async function startSleeper(): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore', detached: true });
  children.push(child);
  await once(child, 'spawn');
  if (child.pid === undefined) throw new Error('no process');
  return child.pid;
}

test('a data folder has one supervisor, whose record only the owner may read', () => {
  expect(takeStackRecord(path)).toBeDefined();
  expect(takeStackRecord(path)).toBeUndefined();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const record = readStackRecord(path);
  expect(record?.supervisor.pid).toBe(process.pid);
  expect(record && isRunning(record.supervisor)).toBe(true);
});

test('the next start ends what a killed one left running', async () => {
  const pid = await startSleeper();
  takeStackRecord(path)?.add('identity', pid);
  const record = readStackRecord(path);
  if (record === undefined) throw new Error('no record');
  const said: string[] = [];
  await endLeftovers(record, (sentence) => said.push(sentence));
  expect(isAlive(pid)).toBe(false);
  expect(said).toEqual([`ending identity, which an earlier start left behind (process ${pid})`]);
});

test('a process that only has the same number as a recorded one is left alone', async () => {
  const pid = await startSleeper();
  takeStackRecord(path)?.add('identity', pid);
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/"mark": ".*"/g, '"mark": "another time"'));
  const record = readStackRecord(path);
  if (record === undefined) throw new Error('no record');
  await endLeftovers(record, () => {});
  expect(isAlive(pid)).toBe(true);
});

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openRotatingLog } from './rotating-log.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'linescope-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a full log is set aside, and only the newest few are kept', () => {
  const path = join(folder, 'identity.log');
  const log = openRotatingLog(path, 10, 2);
  for (const line of ['one one', 'two two', 'three', 'four', 'five five']) log.write(line);
  expect(readdirSync(folder).sort()).toEqual(['identity.log', 'identity.log.1', 'identity.log.2']);
  expect(readFileSync(path, 'utf8')).toBe('five five\n');
  expect(readFileSync(`${path}.1`, 'utf8')).toBe('four\n');
  expect(readFileSync(`${path}.2`, 'utf8')).toBe('three\n');
});

test('a log goes on where the last start left it', () => {
  const path = join(folder, 'identity.log');
  openRotatingLog(path).write('first start');
  openRotatingLog(path).write('second start');
  expect(readFileSync(path, 'utf8')).toBe('first start\nsecond start\n');
});

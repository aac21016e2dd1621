import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { giveWay } from './give-way.ts';

test('a process in a session of its own gives way to those of other sessions', async () => {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { detached: true, stdio: 'pipe' });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  const { pid = 0 } = child;
  giveWay(pid);
  expect(getPriority(pid)).toBe(10);
  const group = `/proc/${pid}/autogroup`;
  if (existsSync(group)) expect(readFileSync(group, 'utf8')).toMatch(/ nice 10$/m);
});

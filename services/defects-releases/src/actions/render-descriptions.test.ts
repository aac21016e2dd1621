import { readdirSync, readFileSync } from 'node:fs';
import { createLogger } from '@linescope/chassis/log/logger';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { expect, test } from 'vitest';
import { openDescriptionRenderer } from './render-descriptions.ts';

const log = createLogger('test', 'silent');
const table = `${'|a'.repeat(40)}|\n${'|-'.repeat(40)}|\n${`${'|b'.repeat(40)}|\n`.repeat(190)}`;

test('texts are rendered in order, and the event loop stays free meanwhile', async () => {
  const renderer = openDescriptionRenderer(log, 30_000);
  removeAfterFile(renderer.close);
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, 1);
  const rendered = await Promise.all(['*one*', table, '*two*', ''].map(renderer.render));
  clearInterval(timer);
  expect([rendered[0], rendered[2], rendered[3]]).toEqual(['<p><em>one</em></p>\n', '<p><em>two</em></p>\n', '']);
  expect(ticks).toBeGreaterThan(3);
});

test('a text that takes too long is shown as it was written, and the next is rendered', async () => {
  const renderer = openDescriptionRenderer(log, 1);
  removeAfterFile(renderer.close);
  expect((await renderer.render(table)).startsWith('<pre>|a|a')).toBe(true);
  const patient = openDescriptionRenderer(log, 30_000);
  removeAfterFile(patient.close);
  expect(await patient.render('**next**')).toBe('<p><strong>next</strong></p>\n');
});

test.runIf(process.platform === 'linux')('requests come before rendering', async () => {
  const niceness = (thread: string) =>
    Number(
      readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')[16],
    );
  const main = String(process.pid);
  const before = niceness(main);
  const renderer = openDescriptionRenderer(log, 30_000);
  removeAfterFile(renderer.close);
  await renderer.render('*one*');
  expect(Math.max(...readdirSync('/proc/self/task').map(niceness))).toBeGreaterThanOrEqual(10);
  expect(niceness(main)).toBe(before);
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from '@linescope/local-stores/child-process';
import { isAlive } from '@linescope/local-stores/processes';
import { ProcessFailure, type RunningProcess, untilReady } from '@linescope/local-stores/running-process';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Supervised, supervise } from './supervise.ts';

const QUICK = { firstMs: 10, mostMs: 40, steadyMs: 60_000 };

let folder: string;
let said: string[];
const running: Supervised[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'linescope-supervise-'));
  said = [];
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((unit) => unit.stop()));
  rmSync(folder, { recursive: true });
});

/** A unit made of a few lines of script, ready when it has written the line "up". */
function script(source: string) {
  const entry = join(folder, 'unit.mjs');
  writeFileSync(entry, source);
  return async (signal: AbortSignal): Promise<RunningProcess> => {
    let isUp = false;
    const child = await startChild({
      command: process.execPath,
      args: [entry],
      env: { FOLDER: folder },
      cwd: folder,
      talks: true,
      onLine: (line) => {
        isUp ||= line === 'up';
      },
    });
    await untilReady('unit', child, async () => isUp, 20_000, signal);
    return { url: '', ...child };
  };
}

test('a process that runs but does not answer is ended and started again', async () => {
  const start = script("console.log('up'); setInterval(() => {}, 1000);");
  let answers = true;
  const unit = await supervise({
    name: 'unit',
    start: async (signal) => ({ ...(await start(signal)), isAlive: async () => answers }),
    say: (sentence) => said.push(sentence),
    backoff: QUICK,
    liveness: { everyMs: 5, lostAfterMs: 20 },
    onReady: () => {
      answers = true;
    },
    signal: new AbortController().signal,
  });
  running.push(unit);
  const before = pidOf(unit);
  answers = false;
  await vi.waitFor(() => expect(said.join()).toContain('unit is back'), { timeout: 20_000 });
  expect(said[0]).toMatch(/^unit has not answered for \d+ s, ending it$/);
  expect(said[1]).toContain('unit ended (signal SIGKILL)');
  expect(unit.pid()).not.toBe(before);
});

async function superviseScript(source: string): Promise<Supervised> {
  const unit = await supervise({
    name: 'unit',
    start: script(source),
    say: (sentence) => said.push(sentence),
    backoff: QUICK,
    signal: new AbortController().signal,
  });
  running.push(unit);
  return unit;
}

function pidOf(unit: Supervised): number {
  const pid = unit.pid();
  if (pid === undefined) throw new Error('the unit does not run');
  return pid;
}

const STEADY = `console.log('up'); setInterval(() => {}, 1000);`;

test('a unit that is killed is started again, and the terminal says so', async () => {
  const unit = await superviseScript(STEADY);
  const first = pidOf(unit);
  process.kill(first, 'SIGKILL');
  await vi.waitFor(() => expect(said).toContain(`unit is back (process ${pidOf(unit)})`), 10_000);
  expect(said[0]).toBe('unit ended (signal SIGKILL); starting it again in 0.01 s');
  expect(pidOf(unit)).not.toBe(first);
});

test('a unit that cannot come back is tried again and again, with growing waits up to a limit', async () => {
  const unit = await superviseScript(`
    import { existsSync, writeFileSync } from 'node:fs';
    if (existsSync(process.env.FOLDER + '/broken')) process.exit(3);
    ${STEADY}`);
  writeFileSync(join(folder, 'broken'), '');
  process.kill(pidOf(unit), 'SIGKILL');
  await vi.waitFor(() => expect(said.length).toBeGreaterThanOrEqual(5), 20_000);
  expect(said.slice(0, 5).map((sentence) => sentence.split('again in ')[1])).toEqual([
    '0.01 s',
    '0.02 s',
    '0.04 s',
    '0.04 s',
    '0.04 s',
  ]);
  rmSync(join(folder, 'broken'));
  await vi.waitFor(() => expect(isAlive(pidOf(unit))).toBe(true), 20_000);
});

test('a unit that fails at its first start is named, with its last lines', async () => {
  const failure = await superviseScript(`console.log('reading'); console.error('no such key'); process.exit(1)`).catch(
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(ProcessFailure);
  expect(failure).toMatchObject({
    message: 'unit ended before it was ready (exit code 1)',
    lastLines: expect.arrayContaining(['reading', 'no such key']),
  });
});

test('a unit that is terminated drains until its replacement is ready', async () => {
  const unit = await superviseScript(`
    import { existsSync, writeFileSync } from 'node:fs';
    const replaces = process.env.FOLDER + '/replaces';
    if (!existsSync(replaces)) {
      writeFileSync(replaces, '');
      process.once('SIGTERM', () => { process.send('draining'); process.once('SIGTERM', () => process.exit(0)); });
    }
    ${STEADY}`);
  const first = pidOf(unit);
  process.kill(first, 'SIGTERM');
  await vi.waitFor(() => expect(pidOf(unit)).not.toBe(first), 20_000);
  expect(said).toEqual([
    'unit was terminated, starting a replacement beside it',
    `unit is back (process ${pidOf(unit)})`,
  ]);
  await vi.waitFor(() => expect(isAlive(first)).toBe(false), 20_000);
});

test('a stop lets the unit finish what it does', async () => {
  const unit = await superviseScript(`
    import { writeFileSync } from 'node:fs';
    process.once('SIGTERM', () => { writeFileSync(process.env.FOLDER + '/farewell', 'done'); process.exit(0); });
    ${STEADY}`);
  const pid = pidOf(unit);
  await unit.stop();
  expect(isAlive(pid)).toBe(false);
  expect(readFileSync(join(folder, 'farewell'), 'utf8')).toBe('done');
  expect(said).toEqual([]);
});

test('a stop while the unit is away ends the attempts', async () => {
  const unit = await superviseScript(`
    import { existsSync } from 'node:fs';
    if (existsSync(process.env.FOLDER + '/broken')) { setInterval(() => {}, 1000); } else { ${STEADY} }`);
  writeFileSync(join(folder, 'broken'), '');
  process.kill(pidOf(unit), 'SIGKILL');
  await vi.waitFor(() => expect(said).toHaveLength(1));
  await unit.stop();
  expect(unit.pid()).toBeUndefined();
});

test('what a unit started itself does not outlive it', async () => {
  const unit = await superviseScript(`
    import { spawn } from 'node:child_process';
    import { writeFileSync } from 'node:fs';
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    writeFileSync(process.env.FOLDER + '/child', String(child.pid));
    ${STEADY}`);
  const grandchild = Number(readFileSync(join(folder, 'child'), 'utf8'));
  expect(isAlive(grandchild)).toBe(true);
  process.kill(pidOf(unit), 'SIGKILL');
  await vi.waitFor(() => expect(isAlive(grandchild)).toBe(false));
});

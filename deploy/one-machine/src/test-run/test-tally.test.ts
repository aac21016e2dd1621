import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { afterSecondRun, readTally, summarise } from './test-tally.ts';

const folder = mkdtempSync(join(tmpdir(), 'linescope-tally-'));
afterAll(() => rmSync(folder, { recursive: true }));

function report(counts: { passed: number; failed: number; unloadedFiles?: number; unsteady?: string }): string {
  const path = join(folder, 'report.json');
  const unloaded = Array.from({ length: counts.unloadedFiles ?? 0 }, () => ({
    name: 'unloaded.test.ts',
    status: 'failed',
    assertionResults: [],
  }));
  const again = { status: 'passed', fullName: counts.unsteady, failureMessages: ['Error: too early'] };
  const steady = { status: 'passed', fullName: 'adds up', failureMessages: [] };
  const ran = {
    name: 'ran.test.ts',
    status: 'passed',
    assertionResults: counts.unsteady === undefined ? [steady] : [steady, again],
  };
  writeFileSync(
    path,
    JSON.stringify({
      numPassedTests: counts.passed,
      numFailedTests: counts.failed,
      numPendingTests: 1,
      numTodoTests: 0,
      testResults: [...unloaded, ran],
    }),
  );
  return path;
}

test('the last line counts what passed and what failed', () => {
  expect(summarise(readTally(report({ passed: 12, failed: 3 }), 1))).toBe('12 passed, 3 failed, 1 skipped');
  expect(summarise({ passed: 12, failed: 0, skipped: 0, unsteady: [] })).toBe('12 passed, 0 failed');
});

test('a test that passed only when it ran again is named, with what went wrong', () => {
  expect(summarise(readTally(report({ passed: 12, failed: 0, unsteady: 'comes in time' }), 0))).toBe(
    'Failed at first and passed when it ran again: comes in time\nError: too early\n12 passed, 0 failed, 1 skipped',
  );
});

test('a test file that does not load is a failure', () => {
  expect(readTally(report({ passed: 12, failed: 0, unloadedFiles: 2 }), 1).failed).toBe(2);
});

test('a file that comes to its tests when it runs again is no failure, and named', () => {
  const tally = { passed: 12, failed: 1, skipped: 3, unsteady: [], broken: [] };
  const first = { ...tally, broken: [{ path: 'import.test.ts', passed: 1, skipped: 2 }] };
  const mended = afterSecondRun(first, { ...tally, passed: 3, failed: 0, skipped: 0 });
  expect(summarise(mended)).toBe(
    'Failed at first and passed when it ran again: what import.test.ts needs: see above\n14 passed, 0 failed, 1 skipped',
  );
  const broken = { ...tally, passed: 1, failed: 1, skipped: 2, broken: first.broken };
  expect(summarise(afterSecondRun(first, broken))).toBe('12 passed, 1 failed, 3 skipped');
});

test('a run that breaks down is a failure, even when no test failed', () => {
  expect(readTally(report({ passed: 12, failed: 0 }), 1).failed).toBe(1);
  expect(readTally(join(folder, 'none.json'), 134).failed).toBe(1);
  expect(readTally(join(folder, 'none.json'), 0).failed).toBe(1);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readTally, summarise } from './test-tally.ts';

const folder = mkdtempSync(join(tmpdir(), 'linescope-tally-'));
afterAll(() => rmSync(folder, { recursive: true }));

function report(counts: { passed: number; failed: number; unloadedFiles?: number }): string {
  const path = join(folder, 'report.json');
  const unloaded = Array.from({ length: counts.unloadedFiles ?? 0 }, () => ({
    status: 'failed',
    assertionResults: [],
  }));
  writeFileSync(
    path,
    JSON.stringify({
      numPassedTests: counts.passed,
      numFailedTests: counts.failed,
      numPendingTests: 1,
      numTodoTests: 0,
      testResults: unloaded,
    }),
  );
  return path;
}

test('the last line counts what passed and what failed', () => {
  expect(summarise(readTally(report({ passed: 12, failed: 3 }), 1))).toBe('12 passed, 3 failed, 1 skipped');
  expect(summarise({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed');
});

test('a test file that does not load is a failure', () => {
  expect(readTally(report({ passed: 12, failed: 0, unloadedFiles: 2 }), 1).failed).toBe(2);
});

test('a run that breaks down is a failure, even when no test failed', () => {
  expect(readTally(report({ passed: 12, failed: 0 }), 1).failed).toBe(1);
  expect(readTally(join(folder, 'none.json'), 134).failed).toBe(1);
  expect(readTally(join(folder, 'none.json'), 0).failed).toBe(1);
});

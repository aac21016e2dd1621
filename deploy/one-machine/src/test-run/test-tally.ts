import { z } from 'zod';
import { readJson } from '../stack/private-file.ts';

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

/** Counts the tests of vitest's JSON report. A file that did not load, or a run that broke down, counts as one failure. */
export function readTally(reportFile: string, exitCode: number): Tally {
  const read = Report.safeParse(readJson(reportFile));
  if (!read.success) return { passed: 0, failed: 1, skipped: 0 };
  const report = read.data;
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const failed = report.numFailedTests + unloaded.length;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

export function summarise({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}

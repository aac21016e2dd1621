import { z } from 'zod';
import { readJson } from '../stack/private-file.ts';

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** Tests that failed at first and passed when they ran again: name, and what went wrong. */
  unsteady: string[];
}

const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      status: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

/** Counts the tests of vitest's JSON report. A file that did not load, or a run that broke down, counts as one failure. */
export function readTally(reportFile: string, exitCode: number): Tally {
  const read = Report.safeParse(readJson(reportFile));
  if (!read.success) return { passed: 0, failed: 1, skipped: 0, unsteady: [] };
  const report = read.data;
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const failed = report.numFailedTests + unloaded.length;
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
    unsteady: tests
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => `${fullName}\n${failureMessages.join('\n')}`),
  };
}

export function summarise({ passed, failed, skipped, unsteady }: Tally): string {
  const again = unsteady.map((name) => `Failed at first and passed when it ran again: ${name}\n`).join('');
  return `${again}${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}

import { z } from 'zod';
import { readJson } from '../stack/private-file.ts';

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** Tests that failed at first and passed when they ran again: name, and what went wrong. */
  unsteady: string[];
  /** Files that did not come to all their tests, since what these need could not be had. */
  broken: BrokenFile[];
}

export interface BrokenFile {
  path: string;
  passed: number;
  skipped: number;
}

const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).default([]) }),
      ),
    }),
  ),
});

type FileReport = z.infer<typeof Report>['testResults'][number];

/** Counts the tests of vitest's JSON report. A file that did not come to its tests, or a run that broke down, counts as one failure. */
export function readTally(reportFile: string, exitCode: number): Tally {
  const read = Report.safeParse(readJson(reportFile));
  if (!read.success) return { passed: 0, failed: 1, skipped: 0, unsteady: [], broken: [] };
  const report = read.data;
  const broken = report.testResults.flatMap(brokenFile);
  const failed = report.numFailedTests + broken.length;
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
    unsteady: tests
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => `${fullName}\n${failureMessages.join('\n')}`),
    broken,
  };
}

/** A file whose tests all passed or were skipped, and that failed: it did not load, or what it starts for its tests did not start. */
function brokenFile({ name, status, assertionResults }: FileReport): BrokenFile[] {
  if (status !== 'failed' || assertionResults.some((test) => test.status === 'failed')) return [];
  const passed = assertionResults.filter((test) => test.status === 'passed').length;
  return [{ path: name, passed, skipped: assertionResults.length - passed }];
}

/** What a run comes to whose broken files, and nothing else, ran again. */
export function afterSecondRun(first: Tally, second: Tally): Tally {
  const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0);
  const stillBroken = new Set(second.broken.map(({ path }) => path));
  const mended = first.broken.map(({ path }) => path).filter((path) => !stillBroken.has(path));
  return {
    passed: first.passed - sum(first.broken.map(({ passed }) => passed)) + second.passed,
    failed: first.failed - first.broken.length + second.failed,
    skipped: first.skipped - sum(first.broken.map(({ skipped }) => skipped)) + second.skipped,
    unsteady: [...first.unsteady, ...mended.map((path) => `what ${path} needs: see above`), ...second.unsteady],
    broken: second.broken,
  };
}

export function summarise({
  passed,
  failed,
  skipped,
  unsteady,
}: Pick<Tally, 'passed' | 'failed' | 'skipped' | 'unsteady'>): string {
  const again = unsteady.map((name) => `Failed at first and passed when it ran again: ${name}\n`).join('');
  return `${again}${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}

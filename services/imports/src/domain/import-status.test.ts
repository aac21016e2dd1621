import { expect, test } from 'vitest';
import { ERROR_STATUSES, IMPORT_STATUSES, isError, isUnderWay, statusAt } from './import-status.ts';

test('an import is under way unless it ended or waits to be accepted', () => {
  const idle = IMPORT_STATUSES.filter((status) => !isUnderWay(status));
  expect(idle).toEqual(['offered_pending_acceptance', 'processing_completed', ...ERROR_STATUSES]);
});

test('the errors are those of the contract', () => {
  expect(IMPORT_STATUSES.filter(isError)).toEqual([
    'could_not_determine_default_branch',
    'unable_to_acquire_connection',
    'unable_to_import_no_quota',
    'unable_to_import_no_repo',
    'unable_to_import_too_many_attempts',
  ]);
});

test.each([
  [0, 'processing_initiated'],
  [10, 'processing_initiated'],
  [11, 'processing_in_progress'],
  [95, 'processing_in_progress'],
  [96, 'processing_completed'],
])('at %i percent it is %s', (percent, status) => {
  expect(statusAt(percent)).toBe(status);
});

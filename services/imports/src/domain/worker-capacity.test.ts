import { expect, test } from 'vitest';
import { capacityOf } from './worker-capacity.ts';

const GB = 1024 ** 3;

test.each([
  ['a container of 2 GB', { limitBytes: 2 * GB, totalBytes: 64 * GB, cores: 8, jobs: 0 }, { jobs: 4, historyReads: 2 }],
  [
    'a container of 512 MB',
    { limitBytes: GB / 2, totalBytes: 8 * GB, cores: 2, jobs: 0 },
    { jobs: 3, historyReads: 1 },
  ],
  [
    'a machine of 12 GB for the whole stack',
    { limitBytes: null, totalBytes: 12 * GB, cores: 2, jobs: 0 },
    { jobs: 4, historyReads: 2 },
  ],
  ['one import at a time', { limitBytes: 8 * GB, totalBytes: 8 * GB, cores: 4, jobs: 1 }, { jobs: 1, historyReads: 1 }],
  [
    'more imports than memory',
    { limitBytes: GB, totalBytes: 8 * GB, cores: 8, jobs: 20 },
    { jobs: 20, historyReads: 1 },
  ],
])('%s', (_name, machine, capacity) => {
  expect(capacityOf(machine)).toEqual(capacity);
});

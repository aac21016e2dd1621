import { expect, test } from 'vitest';
import { readSettings } from '../settings.ts';
import { describeSpace } from './describe-space.ts';

const GIB = 1024 ** 3;

test('the start says what is taken of the disk and by which setting', () => {
  expect(describeSpace(readSettings({}), 40 * GIB)).toEqual([
    '40 GiB are free on its disk; below 256 MiB (MIN_FREE_BYTES) nothing is recorded or imported',
    'NATS may take up to 3 GiB of it, 1 GiB for each of 3 streams (NATS_STREAM_BYTES)',
  ]);
});

test('a disk that is too small for what may be taken is named at the start', () => {
  expect(describeSpace(readSettings({ NATS_STREAM_BYTES: String(GIB) }), 3 * GIB)).toContain(
    'that is more than there is: make room, or set NATS_STREAM_BYTES before the first start',
  );
  expect(describeSpace(readSettings({ NATS_URL: 'nats://elsewhere:4222' }), GIB)).toHaveLength(1);
});

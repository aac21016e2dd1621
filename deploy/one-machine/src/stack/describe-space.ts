import { freeBytesOf } from '@linescope/chassis/service/free-space';
import type { Settings } from '../settings.ts';

const STREAMS = 3;

/** What is taken of the disk, and by which setting: said at the start, before anything is full. */
export function describeSpace(
  { dataDir, minFreeBytes, streamBytes, given }: Settings,
  free = freeBytesOf(dataDir),
): string[] {
  const sentences = [
    `${inWords(free)} are free on its disk; below ${inWords(minFreeBytes)} (MIN_FREE_BYTES) nothing is recorded or imported`,
  ];
  if (given.nats === undefined) {
    const most = STREAMS * streamBytes;
    sentences.push(
      `NATS may take up to ${inWords(most)} of it, ${inWords(streamBytes)} for each of ${STREAMS} streams (NATS_STREAM_BYTES)`,
    );
    if (free - most < minFreeBytes)
      sentences.push(`that is more than there is: make room, or set NATS_STREAM_BYTES before the first start`);
  }
  return sentences;
}

function inWords(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  return `${Number((bytes / 1024 ** power).toFixed(1))} ${units[power]}`;
}

import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createGzipParts } from './gzip-parts.ts';

async function zipped(parts: Buffer[]): Promise<Buffer> {
  const gzip = createGzipParts(1);
  for (const part of parts) gzip.add(part);
  const out: Buffer[] = [];
  for await (const part of gzip.end()) out.push(part);
  return Buffer.concat(out);
}

const text = (length: number) =>
  Buffer.from('{"line_number":1,"text":"ü"},'.repeat(Math.ceil(length / 29)).slice(0, length));

test.each([
  ['nothing', []],
  ['an empty part', [Buffer.alloc(0)]],
  ['a byte', [Buffer.from('x')]],
  ['many small parts', Array.from({ length: 5000 }, (_, index) => text(index % 90))],
  ['a part as long as is compressed at a time', [text(64 * 1024)]],
  ['long and short parts in turn', [text(300), text(128 * 1024), text(1), text(400_000), text(70_000), text(20)]],
  ['what cannot be compressed', [randomBytes(200_000), randomBytes(3), randomBytes(64 * 1024)]],
])('%s is unpacked as it was', async (_what, parts) => {
  const whole = Buffer.concat(parts);
  const packed = await zipped(parts);
  expect(gunzipSync(packed).equals(whole)).toBe(true);
  expect(packed.length).toBeLessThan(whole.length * 1.01 + 100);
});

test('one stream: what comes after it is not taken for a part of it', async () => {
  const packed = await zipped([text(200_000)]);
  expect(gunzipSync(Buffer.concat([packed, Buffer.alloc(4)])).equals(text(200_000))).toBe(true);
  const broken = Buffer.from(packed);
  broken.writeUInt8((broken[packed.length - 8] ?? 0) ^ 1, packed.length - 8);
  expect(() => gunzipSync(broken)).toThrow('incorrect data check');
});

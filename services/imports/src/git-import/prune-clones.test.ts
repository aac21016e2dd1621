import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@linescope/contract/days';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pruneClones, removeOrphans } from './prune-clones.ts';

const NOW = Date.parse('2026-10-08T00:00:00Z');
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linescope-clones-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function clone(name: string, bytes: number, daysAgo: number): Promise<string> {
  const path = join(folder, '1', name);
  await mkdir(join(path, 'objects'), { recursive: true });
  await writeFile(join(path, 'objects', 'pack'), Buffer.alloc(bytes));
  const usedAt = new Date(NOW - daysAgo * DAY_MS);
  await utimes(path, usedAt, usedAt);
  return path;
}
const fits = (bytes: number) => ({ bytes, lackingBytes: 0 });
const left = async () => (await readdir(join(folder, '1'))).sort();

test('mirrors that were not used for a month are removed, whatever their size', async () => {
  const old = await clone('1.git', 10, 31);
  await clone('2.git', 10, 29);
  expect(await pruneClones(folder, fits(1_000), NOW, new Set())).toEqual([old]);
  expect(await left()).toEqual(['2.git']);
});

test('the least recently used are removed until the cache fits', async () => {
  await clone('1.git', 400, 3);
  await clone('2.git', 400, 1);
  await clone('3.git', 400, 2);
  await pruneClones(folder, fits(900), NOW, new Set());
  expect(await left()).toEqual(['2.git', '3.git']);
});

test('a disk that is short of space takes from the cache what it lacks, however small the cache is', async () => {
  await clone('1.git', 400, 3);
  await clone('2.git', 400, 1);
  await clone('3.git', 400, 2);
  await pruneClones(folder, { bytes: 1_000_000, lackingBytes: 500 }, NOW, new Set());
  expect(await left()).toEqual(['2.git']);
  await pruneClones(folder, { bytes: 1_000_000, lackingBytes: 5_000 }, NOW, new Set());
  expect(await left()).toEqual([]);
});

test('a mirror that is being read stays, however old, and the next one goes in its place', async () => {
  const read = await clone('1.git', 400, 40);
  await clone('2.git', 400, 2);
  await clone('3.git', 400, 1);
  await pruneClones(folder, fits(900), NOW, new Set([read]));
  expect(await left()).toEqual(['1.git', '3.git']);
});

test('a mirror whose reading begins while others are removed stays', async () => {
  const first = await clone('1.git', 400, 3);
  const second = await clone('2.git', 400, 2);
  const inUse = new Set<string>();
  const pruning = pruneClones(folder, fits(0), NOW, inUse);
  inUse.add(second);
  expect(await pruning).toEqual([first]);
  expect(await left()).toEqual(['2.git']);
});

test('what a killed removal left behind is removed', async () => {
  await clone('1.git.removing', 10, 1);
  await clone('2.git', 10, 1);
  expect(await pruneClones(folder, fits(1_000), NOW, new Set())).toEqual([]);
  expect(await left()).toEqual(['2.git']);
});

test('without any clone there is nothing to remove', async () => {
  expect(await pruneClones(join(folder, 'none'), fits(0), NOW, new Set())).toEqual([]);
});

test('a worker that was away when a repo or an entity went removes its mirrors; those of others and those in use stay', async () => {
  const kept = await clone('1.git', 10, 1);
  const gone = await clone('2.git', 10, 1);
  const used = await clone('3.git', 10, 1);
  const imported = async () => new Set([kept]);
  expect(await removeOrphans(folder, imported, new Set([used]))).toEqual([gone]);
  expect(await left()).toEqual(['1.git', '3.git']);
});

test('a mirror that is made while orphans are looked for is none', async () => {
  await clone('1.git', 10, 1);
  const meanwhile = async () => {
    await clone('2.git', 10, 0);
    return new Set<string>();
  };
  await removeOrphans(folder, meanwhile, new Set());
  expect(await left()).toEqual(['2.git']);
});

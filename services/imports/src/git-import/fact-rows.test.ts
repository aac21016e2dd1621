import { zstdDecompressSync } from 'node:zlib';
import { decodeFactBatch, encodeFactBatch } from '@linescope/facts/fact-batch';
import { expect, test } from 'vitest';
import { blocksOf } from './fact-rows.ts';

test('a merge of a file from before the window, whose end nobody knows, can be stored', async () => {
  const route = {
    sha: 'a'.repeat(40),
    committedAt: 1,
    path: 'old.c',
    parent: -1,
    deleted: false,
    parentPaths: ['old.c', 'old.c'],
    segments: [1, 2 ** 31 + 75, 0, 1, 76, 3, -1, 0],
  };
  const facts = { commits: [], commitScores: [], fileChanges: [], lines: [], mergeRoutes: [route], unrecordedEnds: [] };
  const context = {
    entityId: 1,
    repoId: 2,
    scope: { numbers: 'acme/app', workItems: null, countsPulls: true },
    version: 1,
    storedAt: 1,
    committerOf: () => 0,
    commitOf: () => ({ committedAt: 1, patchId: '', message: '', aiAuthored: false }),
  };
  const message = encodeFactBatch({ batchId: 'b', entityId: 1, repoId: 2 }, blocksOf(facts, context));
  const { blocks } = await decodeFactBatch(message);
  const routes = blocks.find((block) => block.table === 'merge_routes');
  expect(routes?.rows).toBe(1);
  const bytes = zstdDecompressSync(routes?.bytes ?? '');
  expect(bytes.includes(Buffer.from([0xff, 0xff, 0xff, 0x7f]))).toBe(true);
});

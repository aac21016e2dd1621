import { expect, test } from 'vitest';
import { makeRepository } from '../referee/made-up-history.ts';
import { readWhole } from '../referee/read-whole.ts';
import { sourceReading } from '../source-reading.ts';

test('what the first lines of a file say of it stays with it through a merge that joins its lines', async () => {
  const script = (...changed: number[]) => {
    const lines = Array.from({ length: 30 }, (_, line) => `echo ${line}${changed.includes(line) ? ' again' : ''}`);
    return new Map([['bin/deploy', ['#!/bin/sh', ...lines, ''].join('\n')]]);
  };
  const { gitDir, remove } = await makeRepository([
    { parents: [], tree: script() },
    { parents: [0], tree: script(5) },
    { parents: [0], tree: script(25) },
    { parents: [1, 2], tree: script(5, 25, 15) },
    { parents: [3], tree: script(5, 25, 15, 10) },
  ]);
  const { facts } = await readWhole(gitDir, { source: sourceReading });
  await remove();
  expect(facts.fileChanges.map(({ language }) => language)).toEqual(['Shell', 'Shell', 'Shell', 'Shell']);
  expect(new Set(facts.lineChanges.map(({ language }) => language))).toEqual(new Set(['Shell']));
});

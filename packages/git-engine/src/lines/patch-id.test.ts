import { expect, test } from 'vitest';
import { readHistory } from '../read-history.ts';
import { allFacts } from '../referee/check-history.ts';
import { makeRepository } from '../referee/made-up-history.ts';
import { plainSourceReading } from '../referee/plain-source-reading.ts';

test('a cherry-pick has the patch id of the commit it repeats, though its lines stand elsewhere', async () => {
  const lines = Array.from({ length: 8 }, (_, line) => `line ${line}`);
  const text = (...all: string[]) => new Map([['a.js', `${all.join('\n')}\n`]]);
  const { gitDir, remove, shas } = await makeRepository([
    { parents: [], tree: text(...lines) },
    { parents: [0], tree: text(...lines.with(6, 'changed')) },
    { parents: [0], tree: text('one on top', ...lines) },
    { parents: [2], tree: text('one on top', ...lines.with(6, 'changed')) },
    { parents: [3], tree: text('one on top', ...lines.with(6, 'changed again')) },
    { parents: [4], tree: text('one on top', ...lines.with(6, 'changed again')) },
  ]);
  const tips = shas.slice(1, 2);
  const history = await readHistory({ gitDir, defaultTip: 'main', tips, windowStart: 0, source: plainSourceReading });
  const { commits } = await allFacts(history);
  await history.close();
  await remove();
  const ids = shas.map((sha) => commits.find((commit) => commit.sha === sha)?.patchId);
  expect(ids[3]).toBe(ids[1]);
  expect(new Set([ids[0], ids[1], ids[2], ids[4]]).size).toBe(4);
  // Changes nothing: two such commits are the same only where they are one, in two repos.
  expect(ids[5]).toBe(shas[5]);
  expect(commits.find((commit) => commit.sha === shas[1])?.onDefaultBranch).toBe(false);
});

import { expect, test } from 'vitest';
import { readHistory } from '../read-history.ts';
import { allFacts } from '../referee/check-history.ts';
import { makeRepository } from '../referee/made-up-history.ts';

test.each([
  ['spaces', '  '],
  ['tabs', '\t'],
])('a changed line names the function it stands in, in a file indented with %s', async (_name, indent) => {
  const method = (body: string) =>
    [
      'class Post {',
      `${indent}send(letter, address) {`,
      ...Array.from({ length: 6 }, (_, line) => `${indent}${indent}stamp(${line});`),
      `${indent}${indent}${body}`,
      `${indent}}`,
      '}',
      '',
    ].join('\n');
  const { gitDir, remove } = await makeRepository([
    { parents: [], tree: new Map([['src/post.ts', method('deliver(letter, 1);')]]) },
    { parents: [0], tree: new Map([['src/post.ts', method('deliver(letter, 2);')]]) },
  ]);
  const history = await readHistory({ gitDir, defaultTip: 'main', windowStart: 0 });
  const { lineChanges } = await allFacts(history);
  await history.close();
  await remove();
  expect(lineChanges[0]).toMatchObject({ operation: 'chg', functionName: 'send', language: 'TypeScript' });
});

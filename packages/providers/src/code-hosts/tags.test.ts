import { BITBUCKET, BITBUCKET_SERVER, GITHUB, GITLAB } from '@linescope/contract/vendors';
import { expect, test } from 'vitest';
import type { CodeHostName } from '../provider-names.ts';
import { connectionTo } from '../testing/connection.ts';
import { startLocalHost, testRuntime } from '../testing/local-host.ts';
import { openCodeHost } from './open-code-host.ts';

const sha = 'a'.repeat(40);

test.each<[CodeHostName, unknown]>([
  [
    GITHUB,
    [
      { name: 'v1', commit: { sha } },
      { name: 'a-key', commit: null },
    ],
  ],
  [
    GITLAB,
    [
      { name: 'v1', commit: { id: sha } },
      { name: 'a-key', target: 'b'.repeat(40), commit: null },
    ],
  ],
  [BITBUCKET, { values: [{ name: 'v1', target: { hash: sha } }, { name: 'a-key' }] }],
  [
    BITBUCKET_SERVER,
    {
      isLastPage: true,
      values: [
        { displayId: 'v1', latestCommit: sha },
        { displayId: 'a-key', latestCommit: null },
      ],
    },
  ],
])('%s: a tag of a file or a tree is left out, and keeps no other from being read', async (host, body) => {
  await using local = await startLocalHost(() => ({ body }));
  const adapter = openCodeHost([connectionTo(host, local.url)], testRuntime());
  const tags: unknown[] = [];
  for await (const page of adapter.tags({ path: 'acme/web' })) tags.push(...page.facts);
  expect(tags).toMatchObject([{ fact: 'tag', name: 'v1', sha }]);
});

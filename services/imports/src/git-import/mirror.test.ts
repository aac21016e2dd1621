import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeRepository } from '@linescope/git-engine/referee/made-up-history';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { expect, test } from 'vitest';
import { mirrorOf, offerRepository } from '../testing/fetch-mirror.ts';

const GRAPH = 'objects/info/commit-graphs/commit-graph-chain';

test('what a killed fetch left behind does not keep the next one from its work', async () => {
  const repo = await makeRepository(
    [0, 1].map((at) => ({ parents: [0].slice(0, at), tree: new Map([['a', `${at}\n`]]) })),
  );
  removeAfterFile(repo.remove);
  const [first = '', second = ''] = repo.shas;
  await repo.git('update-ref', 'refs/heads/main', first);
  const { gitDir, fetch } = await mirrorOf(await offerRepository(repo.gitDir));
  expect((await fetch()).tips).toEqual({ 'refs/heads/main': first });

  const locked = ['packed-refs', 'HEAD', 'config', 'shallow', GRAPH, 'refs/heads/main', 'refs/pull/7/head'];
  await mkdir(join(gitDir, 'refs/pull/7'), { recursive: true });
  for (const name of locked) await writeFile(join(gitDir, `${name}.lock`), '');
  await writeFile(join(gitDir, 'objects/pack/tmp_pack_x'), 'part of a pack');
  await repo.git('update-ref', 'refs/heads/main', second);
  expect((await fetch()).tips).toEqual({ 'refs/heads/main': second });
  expect(await readdir(join(gitDir, 'objects/pack'))).not.toContain('tmp_pack_x');
});

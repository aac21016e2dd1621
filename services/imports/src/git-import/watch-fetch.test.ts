import { randomBytes } from 'node:crypto';
import { access, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCodeHost } from '@linescope/code-host/start-code-host';
import { makeRepository } from '@linescope/git-engine/referee/made-up-history';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { expect, test } from 'vitest';
import { mirrorPath, refreshMirror } from './mirror.ts';

const MB = 1024 ** 2;

async function fetchFrom(url: string, limits: { minutes: number; bytes: number }, allowPrivate = true) {
  const cloneFolder = await mkdtemp(join(tmpdir(), 'linescope-clones-'));
  removeAfterFile(() => rm(cloneFolder, { recursive: true, force: true }));
  const fetching = refreshMirror({
    cloneFolder,
    entityId: 1,
    repoId: 2,
    access: { url, username: 'x', password: 'token' },
    defaultBranch: 'main',
    allowPrivate,
    limits,
    signal: new AbortController().signal,
  });
  return { fetching, gitDir: mirrorPath(cloneFolder, 1, 2) };
}

test('a host that sends a little now and then for ever is left after the limit', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' });
    response.write('001e# service=git-upload-pack\n0000');
    const drip = setInterval(() => response.write('0'), 20);
    response.on('close', () => clearInterval(drip));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  removeAfterFile(async () => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const { fetching } = await fetchFrom(`http://127.0.0.1:${port}/drip.git`, { minutes: 0.02, bytes: MB });
  await expect(fetching).rejects.toMatchObject({
    reason: 'too_slow',
    message: 'The repo could not be fetched within 0.02 minutes.',
  });
});

test('a repo that is larger than the limit is not kept, a smaller one is', async () => {
  const at = Math.floor(Date.now() / 1000);
  const repo = await makeRepository([
    {
      parents: [],
      tree: new Map([['noise.txt', randomBytes(2 * MB).toString('hex')]]),
      message: 'Noise',
      author: 'Ada <ada@example.com>',
      authoredAt: at,
      committedAt: at,
    },
  ]);
  removeAfterFile(repo.remove);
  const dataDir = await mkdtemp(join(tmpdir(), 'linescope-host-'));
  removeAfterFile(() => rm(dataDir, { recursive: true, force: true }));
  const host = await startCodeHost({ dataDir, tokens: { token: 'ada' } });
  removeAfterFile(host.stop);
  await host.addRepository({ org: 'acme', name: 'noise', gitDir: repo.gitDir });
  const url = `${host.url}/acme/noise.git`;
  const large = await fetchFrom(url, { minutes: 1, bytes: MB });
  await expect(large.fetching).rejects.toMatchObject({ reason: 'too_large', message: /larger than 1 MB/ });
  await expect(access(large.gitDir)).rejects.toThrow();
  const small = await fetchFrom(url, { minutes: 1, bytes: 4 * MB });
  await small.fetching;
  expect(await readdir(small.gitDir)).toContain('HEAD');
});

test.each([
  'https://169.254.169.254/x.git',
  'https://user:secret@example.com/x.git',
  'http://127.0.0.1/x.git',
  'file:///etc',
])('the clone URL %s is refused for good', async (url) => {
  const { fetching } = await fetchFrom(url, { minutes: 1, bytes: MB }, false);
  await expect(fetching).rejects.toMatchObject({ reason: 'address' });
});

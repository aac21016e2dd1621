import { randomBytes } from 'node:crypto';
import { access, readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { makeRepository } from '@linescope/git-engine/referee/made-up-history';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { expect, test } from 'vitest';
import { mirrorOf, offerRepository } from '../testing/fetch-mirror.ts';

const MB = 1024 ** 2;

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
  const { fetch } = await mirrorOf(`http://127.0.0.1:${port}/drip.git`, { limits: { minutes: 0.02, bytes: MB } });
  await expect(fetch()).rejects.toMatchObject({
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
  const url = await offerRepository(repo.gitDir);
  const large = await mirrorOf(url, { limits: { minutes: 1, bytes: MB } });
  await expect(large.fetch()).rejects.toMatchObject({ reason: 'too_large', message: /larger than 1 MB/ });
  await expect(access(large.gitDir)).rejects.toThrow();
  const small = await mirrorOf(url, { limits: { minutes: 1, bytes: 4 * MB } });
  await small.fetch();
  expect(await readdir(small.gitDir)).toContain('HEAD');
});

test.each([
  'https://169.254.169.254/x.git',
  'https://user:secret@example.com/x.git',
  'http://127.0.0.1/x.git',
  'file:///etc',
])('the clone URL %s is refused for good', async (url) => {
  const { fetch } = await mirrorOf(url, { allowPrivate: false });
  await expect(fetch()).rejects.toMatchObject({ reason: 'address' });
});

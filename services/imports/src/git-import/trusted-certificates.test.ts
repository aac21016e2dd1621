import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeRepository } from '@linescope/git-engine/referee/made-up-history';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { beforeAll, expect, test } from 'vitest';
import { mirrorOf, offerRepository } from '../testing/fetch-mirror.ts';
import { LOCALHOST_AUTHORITY, LOCALHOST_CERTIFICATE, LOCALHOST_KEY } from '../testing/localhost-certificate.ts';
import { overTls } from '../testing/over-tls.ts';
import { writeTrustedCertificates } from './trusted-certificates.ts';

let folder: string;
let authority: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linescope-certificates-'));
  removeAfterFile(() => rm(folder, { recursive: true }));
  authority = join(folder, 'own-authority.pem');
  await writeFile(authority, LOCALHOST_AUTHORITY);
});

test('a repo is cloned from a host whose certificate is signed by an authority of its own', async () => {
  const repo = await makeRepository([{ parents: [], tree: new Map([['a', '1\n']]) }]);
  removeAfterFile(repo.remove);
  const plain = await offerRepository(repo.gitDir);
  const port = await overTls(plain, { cert: LOCALHOST_CERTIFICATE, key: LOCALHOST_KEY });
  const url = `https://localhost:${port}${new URL(plain).pathname}`;
  await expect((await mirrorOf(url)).fetch()).rejects.toThrow('The certificate of the code host is not trusted');
  const { fetch } = await mirrorOf(url, { certificates: authority });
  expect((await fetch()).defaultBranch).toBe('main');
});

test('git trusts whom this process does, where NODE_EXTRA_CA_CERTS adds somebody, also where workers write it at once', async () => {
  expect(await writeTrustedCertificates(folder, {})).toBeNull();
  const module = new URL('./trusted-certificates.ts', import.meta.url).href;
  const write = `writeTrustedCertificates(${JSON.stringify(folder)})`;
  const script = `const { writeTrustedCertificates } = await import(${JSON.stringify(module)});
    await Promise.all([${Array.from({ length: 8 }, () => write).join(', ')}]);`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: authority },
  });
  const trusted = await readFile(join(folder, 'trusted-certificates.pem'), 'utf8');
  expect(trusted).toContain(LOCALHOST_AUTHORITY.trim());
  expect(trusted.split('BEGIN CERTIFICATE').length).toBeGreaterThan(50);
  expect((await readdir(folder)).filter((file) => file.endsWith('.part'))).toEqual([]);
});

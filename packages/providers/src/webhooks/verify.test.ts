import { createHmac } from 'node:crypto';
import {
  AZURE_DEVOPS,
  AZURE_DEVOPS_SERVER,
  BITBUCKET,
  BITBUCKET_SERVER,
  GITHUB,
  GITLAB,
} from '@linescope/contract/vendors';
import { expect, test } from 'vitest';
import { type CodeHostName, codeHostNames } from '../provider-names.ts';
import { verifyHook } from './verify.ts';

const secret = 'It’s a Secret to Everybody';
const rawBody = Buffer.from('Hello, World!');
const hmac = (key: string, body = rawBody) => `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;

const proofs: Record<CodeHostName, (key: string) => Record<string, string>> = {
  [GITHUB]: (key) => ({ 'x-hub-signature-256': hmac(key) }),
  [BITBUCKET]: (key) => ({ 'x-hub-signature': hmac(key) }),
  [BITBUCKET_SERVER]: (key) => ({ 'x-hub-signature': hmac(key) }),
  [GITLAB]: (key) => ({ 'x-gitlab-token': encodeURI(key) }),
  [AZURE_DEVOPS]: (key) => ({ authorization: `Basic ${Buffer.from(`linescope:${key}`).toString('base64')}` }),
  [AZURE_DEVOPS_SERVER]: (key) => ({ authorization: `Basic ${Buffer.from(`:${key}`).toString('base64')}` }),
};

test.each(codeHostNames)('%s: a message proved by the secret is taken, and no other', (host) => {
  const key = host === GITLAB ? encodeURI(secret) : secret;
  const headers = new Headers(proofs[host](secret));
  expect(verifyHook(host, { headers, rawBody, secret: key })).toBe(true);
  expect(verifyHook(host, { headers, rawBody, secret: 'another secret' })).toBe(false);
  expect(verifyHook(host, { headers: new Headers(), rawBody, secret: key })).toBe(false);
  expect(verifyHook(host, { headers: new Headers(proofs[host]('')), rawBody, secret: '' })).toBe(false);
});

test.each([GITHUB, BITBUCKET, BITBUCKET_SERVER] as const)('%s: a body changed on the way is refused', (host) => {
  const headers = new Headers(proofs[host](secret));
  expect(verifyHook(host, { headers, rawBody: Buffer.from('Hello, World?'), secret })).toBe(false);
});

test('the signature is the one that the vendor publishes as its example', () => {
  const headers = new Headers({
    'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
  });
  expect(verifyHook(GITHUB, { headers, rawBody, secret: "It's a Secret to Everybody" })).toBe(true);
});

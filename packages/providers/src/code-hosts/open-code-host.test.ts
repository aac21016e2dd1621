import { GITHUB } from '@linescope/contract/vendors';
import { expect, test } from 'vitest';
import { codeHostNames } from '../provider-names.ts';
import { connectionTo } from '../testing/connection.ts';
import { testRuntime } from '../testing/local-host.ts';
import { openCodeHost } from './open-code-host.ts';

const refused = expect.objectContaining({ code: 'endpoint_refused' });

test.each(codeHostNames)('there is an adapter for %s', (host) => {
  const connection = connectionTo(host, 'https://host.example', { organization: 'acme' });
  expect(openCodeHost([connection], testRuntime()).host).toBe(host);
});

test('a token never goes to the host of another connection', () => {
  const one = connectionTo(GITHUB, 'https://one.example');
  const two = connectionTo(GITHUB, 'https://two.example', { id: 'connection-2' });
  expect(() => openCodeHost([one, two], testRuntime())).toThrow(refused);
});

test.each(codeHostNames)('an endpoint of %s that is not a URL is refused', (host) => {
  const connection = connectionTo(host, 'not a url', { organization: 'acme' });
  expect(() => openCodeHost([connection], testRuntime())).toThrow(refused);
});

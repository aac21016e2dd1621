import { expect, test } from 'vitest';
import { outgoingProxy, type ProxySettings, parseProxy } from './outgoing-proxy.ts';

const PROXY = 'http://proxy.example:3128';
const through = (url: string, settings: ProxySettings) => outgoingProxy(settings)(new URL(url))?.host ?? null;

test('https goes through HTTPS_PROXY and plain http through HTTP_PROXY, in either case, the lower one first', () => {
  expect(through('https://git.example', { HTTPS_PROXY: PROXY })).toBe('proxy.example:3128');
  expect(through('https://git.example', { https_proxy: 'lower.example:8080', HTTPS_PROXY: PROXY })).toBe(
    'lower.example:8080',
  );
  expect(through('http://git.example', { HTTPS_PROXY: PROXY })).toBeNull();
  expect(through('http://git.example', { HTTP_PROXY: PROXY })).toBe('proxy.example:3128');
  expect(through('https://git.example', { http_proxy: PROXY })).toBeNull();
  expect(through('https://git.example', {})).toBeNull();
});

test.each([
  ['*', 'https://git.example'],
  ['git.example', 'https://git.example'],
  ['git.example', 'https://GIT.example.'],
  ['example', 'https://git.example'],
  ['.example', 'https://git.example'],
  ['*.example', 'https://git.example'],
  ['other.test, git.example', 'https://git.example'],
  ['other.test git.example', 'https://git.example'],
  ['git.example:8443', 'https://git.example:8443'],
  ['git.example:443', 'https://git.example'],
  ['10.1.2.3', 'https://10.1.2.3'],
  ['10.0.0.0/8', 'https://10.1.2.3'],
  ['fd12::/16', 'https://[fd12::7]'],
  ['[fd12::7]:443', 'https://[fd12::7]'],
])('NO_PROXY=%s sends %s straight there', (entries, url) => {
  expect(through(url, { HTTPS_PROXY: PROXY, NO_PROXY: entries })).toBeNull();
  expect(through(url, { https_proxy: PROXY, no_proxy: entries })).toBeNull();
});

test.each([
  ['it.example', 'https://git.example'],
  ['git.example.test', 'https://git.example'],
  ['git.example:8443', 'https://git.example'],
  ['10.0.0.0/8', 'https://11.1.2.3'],
  ['10.0.0.0/99', 'https://10.1.2.3'],
  ['.', 'https://git.example'],
  [',', 'https://git.example'],
])('NO_PROXY=%s does not keep %s from the proxy', (entries, url) => {
  expect(through(url, { HTTPS_PROXY: PROXY, NO_PROXY: entries })).toBe('proxy.example:3128');
});

test.each(['https://localhost', 'https://x.localhost:8443', 'https://127.0.0.1', 'https://[::1]', 'https://127.9.9.9'])(
  '%s is this machine, never the proxy’s',
  (url) => expect(through(url, { HTTPS_PROXY: PROXY })).toBeNull(),
);

test('a proxy is an address of HTTP', () => {
  expect(parseProxy('proxy.example:3128')?.href).toBe('http://proxy.example:3128/');
  expect(parseProxy('')).toBeNull();
  expect(() => parseProxy('socks5://ada:secret@proxy.example')).toThrow(/^the proxy is not an http:/);
});

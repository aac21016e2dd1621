import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';

const PAGE = '<!doctype html><title>Linescope</title>';
const SCRIPT = 'console.log("a script that is long enough")';
const BROWSER = { authorization: '', accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const SCRIPTED = { authorization: '', accept: '*/*' };

let gateway: TestGateway;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'linescope-console-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'assets', 'index-abc.js'), SCRIPT);
  writeFileSync(join(folder, 'assets', 'index-abc.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, 'assets', 'index-abc.js.gz'), gzipSync(SCRIPT));
  writeFileSync(join(folder, 'secret.txt'), 'not served');
  gateway = await startTestGateway({ CONSOLE_DIR: folder });
});

describe('the console', () => {
  test('its page answers every address that a browser navigates to, with a policy that lets nothing else in', async () => {
    for (const path of ['/', '/explore?segments=pr_cycle', '/people/ada', '/index.html']) {
      const answer = await gateway.get(path, BROWSER);
      expect([path, answer.status, answer.body]).toEqual([path, 200, PAGE]);
      expect(answer.headers.get('content-security-policy')).toBe(
        "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data: https:;connect-src 'self';font-src 'self';base-uri 'none';form-action 'self';frame-ancestors 'none'",
      );
      expect(answer.headers.get('cache-control')).toBe('no-cache');
    }
  });

  test('404: what is not a page stays what it was, also for a browser', async () => {
    for (const path of ['/api/v1/nowhere', '/assets/missing.js', '/docs/nowhere'])
      expect([path, (await gateway.get(path, BROWSER)).status]).toEqual([path, 404]);
    for (const path of ['/explore', '/secret.txt', '/assets/index-abc.js.br'])
      expect([path, (await gateway.get(path, SCRIPTED)).status]).toEqual([path, 404]);
    expect((await gateway.send('/explore', { method: 'POST', headers: BROWSER })).status).toBe(404);
  });

  test('200: the address itself is the console, whoever asks', async () => {
    expect((await gateway.get('/', SCRIPTED)).status).toBe(200);
  });

  test('hashed files are kept for ever, and come compressed as the client likes', async () => {
    const plain = await raw('/assets/index-abc.js', {});
    expect([plain.status, plain.encoding, String(plain.body)]).toEqual([200, undefined, SCRIPT]);
    expect(plain.cacheControl).toBe('public, max-age=31536000, immutable');
    const brotli = await raw('/assets/index-abc.js', { 'accept-encoding': 'gzip, deflate, br' });
    expect([brotli.encoding, String(brotliDecompressSync(brotli.body))]).toEqual(['br', SCRIPT]);
    expect((await raw('/assets/index-abc.js', { 'accept-encoding': 'gzip, br;q=0' })).encoding).toBe('gzip');
  });

  test('304: a page that is known', async () => {
    const first = await gateway.get('/', BROWSER);
    const again = await gateway.get('/', { ...BROWSER, 'if-none-match': first.headers.get('etag') ?? '' });
    expect([again.status, again.body]).toEqual([304, '']);
  });

  test('without a build nothing is there', async () => {
    const own = await startTestGateway();
    expect((await own.get('/', BROWSER)).status).toBe(404);
  });
});

/** Not by fetch, which undoes the compression. */
function raw(path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; encoding: string | undefined; cacheControl: string | undefined; body: Buffer }>(
    (resolve, reject) => {
      const sent = request(`${gateway.url}${path}`, { headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            encoding: response.headers['content-encoding'],
            cacheControl: response.headers['cache-control'],
            body: Buffer.concat(parts),
          }),
        );
      });
      sent.on('error', reject);
      sent.end();
    },
  );
}

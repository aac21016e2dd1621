import { beforeAll, expect, test } from 'vitest';
import { GOOD_TOKEN, KNOWN, startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';

const OWN = 'https://reports.example.com';
const OTHERS = 'https://other.example.com';
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
  gateway.identity.tokens.set(GOOD_TOKEN, { ...KNOWN, allowedOrigins: [OWN] });
});

const preflight = (origin: string) =>
  gateway.send('/api/v1/reports', {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'GET', authorization: '' },
  });

test('204: a preflight of any origin that some entity names, and never with credentials', async () => {
  for (const origin of [OWN, OTHERS]) {
    const { status, headers } = await preflight(origin);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, origin]);
    expect(headers.get('access-control-allow-headers')).toContain('Authorization');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  }
});

test('401: a preflight of an origin that nobody names', async () => {
  const { status, headers } = await preflight('https://elsewhere.example.com');
  expect([status, headers.get('access-control-allow-origin')]).toEqual([401, null]);
});

test('an answer is for pages of the origins that the entity of its token names', async () => {
  const own = await gateway.get('/api/v1/reports', { origin: OWN });
  expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([200, OWN]);
  expect(own.headers.get('vary')).toContain('Origin');
  expect(own.headers.get('access-control-allow-credentials')).toBeNull();
  const others = await gateway.get('/api/v1/reports', { origin: OTHERS });
  expect(others.headers.get('access-control-allow-origin')).toBeNull();
  expect(others.headers.get('vary')).toContain('Origin');
});

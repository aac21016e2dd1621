import { expect, test } from 'vitest';
import { createRateLimits } from '../limits/rate-limits.ts';
import type { Exchange } from '../proxy/exchange.ts';
import { createAuthentication } from './authenticate.ts';
import { createIntrospectionCache } from './introspection-cache.ts';

const GOOD = new Set(['ls_good', 'ls_new']);

const exchangeOf = (address: string): Exchange => ({
  trace: 'trace',
  address,
  method: 'GET',
  target: '/api/v1/teams',
  path: '/api/v1/teams',
  unit: null,
  bodyLimit: 0,
  otlp: false,
  startedAt: 0,
  allowance: null,
  attempts: 0,
  deadline: 0,
  upstream: null,
  origin: undefined,
  allowedOrigins: [],
  endExport: null,
  place: { response: null, earlier: null, later: null },
});

test('a token that was good goes on when others from its address fail too often, and those are told why', async () => {
  let now = 1;
  const introspections = createIntrospectionCache(
    async (token) =>
      GOOD.has(token)
        ? {
            tokenId: 1,
            entityId: 1,
            rateLimitPerMinute: 0,
            expiresAtMs: 0,
            allowedOrigins: [],
            principalHeader: 'signed',
          }
        : null,
    () => now,
  );
  const limits = createRateLimits({
    RATE_LIMIT_PER_MINUTE: 100,
    FAILED_AUTHENTICATIONS_PER_MINUTE: 3,
    OPEN_REQUESTS_PER_MINUTE: 100,
    OTLP_REQUESTS_PER_MINUTE: 10,
  });
  const authentication = createAuthentication(introspections, limits);
  const call = (token: string, address = '192.0.2.1') =>
    authentication.authenticate(exchangeOf(address), { token, refusal: 'refused' });

  expect(await call('ls_good')).toMatchObject({ tokenId: 1 });
  for (const token of ['a', 'b', 'c']) await expect(call(token)).rejects.toMatchObject({ status: 401 });
  await expect(call('d')).rejects.toMatchObject({
    status: 429,
    message: expect.stringMatching(/^More than 3 authentications from your address failed within a minute/),
  });
  now = 60_001; // what was cached of the token is gone
  expect(introspections.cached('ls_good')).toBeUndefined();
  expect(await call('ls_good')).toMatchObject({ tokenId: 1 });
  await expect(call('ls_new')).rejects.toMatchObject({ status: 429 });
  expect(await call('ls_new', '192.0.2.2')).toMatchObject({ tokenId: 1 });
  GOOD.delete('ls_good');
  now = 120_000;
  await expect(call('ls_good')).rejects.toMatchObject({ status: 429 });
  await expect(call('ls_good', '192.0.2.2')).rejects.toMatchObject({ status: 401 });
});

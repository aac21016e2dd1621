import { eventually } from '@linescope/test-kit/eventually';
import { describe, expect, test } from 'vitest';
import { KNOWN, startTestGateway } from '../../testing/test-gateway.ts';

const limitOf = (headers: Headers) =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`ratelimit-${name}`) ?? Number.NaN));

describe('a token', () => {
  test('may ask 600 times a minute where nothing else is set, and every answer says what is left', async () => {
    const gateway = await startTestGateway();
    const first = await gateway.get('/api/v1/teams');
    const second = await gateway.get('/api/v1/imports');
    expect(limitOf(first.headers).slice(0, 2)).toEqual([600, 599]);
    expect(limitOf(second.headers).slice(0, 2)).toEqual([600, 598]);
    expect(limitOf(second.headers)[2]).toBeGreaterThan(0);
  });

  test('past its limit learns when to come back, and no other token suffers', async () => {
    const gateway = await startTestGateway({ RATE_LIMIT_PER_MINUTE: '3' });
    gateway.identity.tokens.set('ls_other', { ...KNOWN, tokenId: 2 });
    gateway.identity.tokens.set('ls_own', { ...KNOWN, tokenId: 3, rateLimitPerMinute: 5 });
    const askTimes = async (token: string, times: number) => {
      const statuses: number[] = [];
      for (let count = 0; count < times; count++)
        statuses.push((await gateway.get('/api/v1/teams', { authorization: `Bearer ${token}` })).status);
      return statuses;
    };
    expect(await askTimes('ls_good', 4)).toEqual([200, 200, 200, 429]);
    expect(await askTimes('ls_other', 1)).toEqual([200]);
    expect(await askTimes('ls_own', 6)).toEqual([200, 200, 200, 200, 200, 429]);
    const refused = await gateway.get('/api/v1/teams');
    expect(refused.body).toMatchObject({ response_em: 'response_rate_limited' });
    expect(limitOf(refused.headers).slice(0, 2)).toEqual([3, 0]);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(gateway.unit.requests).toHaveLength(3 + 1 + 5);
  });
});

describe('several gateways', () => {
  test('give a token one limit, whichever of them it asks', async () => {
    const first = await startTestGateway({ RATE_LIMIT_PER_MINUTE: '100' });
    const second = await startTestGateway({ RATE_LIMIT_PER_MINUTE: '100' }, { nats: first.nats, unit: first.unit });
    second.identity.tokens.set('ls_other', { ...KNOWN, tokenId: 2 });
    await eventually(() => first.isSubscribed() && second.isSubscribed());
    for (let count = 0; count < 60; count++) expect((await first.get('/api/v1/teams')).status).toBe(200);
    let accepted = 0;
    await eventually(async () => {
      const { status } = await second.get('/api/v1/teams');
      if (status === 200) accepted += 1;
      return status === 429;
    });
    expect(accepted).toBe(40);
    const other = await second.get('/api/v1/teams', { authorization: 'Bearer ls_other' });
    expect([other.status, limitOf(other.headers)[1]]).toEqual([200, 99]);
    await eventually(async () => (await first.get('/api/v1/teams')).status === 429);
  });
});

describe('an address', () => {
  test('that only brings bad tokens is stopped before identity has to look at more', async () => {
    const gateway = await startTestGateway({ FAILED_AUTHENTICATIONS_PER_MINUTE: '3' });
    await eventually(() => gateway.isSubscribed()); // when it subscribes, it drops the tokens it knew
    expect((await gateway.get('/api/v1/teams')).status).toBe(200);
    const statuses: number[] = [];
    for (let count = 0; count < 6; count++)
      statuses.push((await gateway.get('/api/v1/teams', { authorization: `Bearer bad${count}` })).status);
    expect(statuses).toEqual([401, 401, 401, 429, 429, 429]);
    expect(gateway.identity.asked.filter((token) => token.startsWith('bad'))).toHaveLength(3);
    expect((await gateway.get('/api/v1/teams')).status).toBe(200);
  });

  test('may not flood the paths that need no token, but health is always answered', async () => {
    const gateway = await startTestGateway({ OPEN_REQUESTS_PER_MINUTE: '2' });
    const paths = [
      '/healthz',
      '/readyz',
      '/healthz',
      '/hooks/hostC/1',
      '/nowhere',
      '/hooks/hostC/1',
      '/nowhere',
      '/healthz',
    ];
    const statuses: number[] = [];
    for (const path of paths) statuses.push((await gateway.get(path)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 404, 429, 429, 200]);
  });
});

test('every answer carries the limit headers, whoever gives it', async () => {
  const gateway = await startTestGateway();
  await gateway.refreshCatalogue();
  const answers = await Promise.all([
    gateway.get('/api/v1/teams', { authorization: 'Bearer nobody' }),
    gateway.get('/api/v1/nothing'),
    gateway.get('/healthz'),
    gateway.get('/openapi.json'),
    gateway.get(`/api/v1/teams?${'x'.repeat(9_000)}`),
  ]);
  expect(answers.map((answer) => answer.status)).toEqual([401, 404, 200, 200, 414]);
  for (const answer of answers) expect(limitOf(answer.headers).every(Number.isFinite)).toBe(true);
});

import { createPrincipalSigner } from '@linescope/chassis/principal/principal-token';
import { eventually } from '@linescope/test-kit/eventually';
import { beforeAll, describe, expect, test } from 'vitest';
import { sendRaw } from '../../testing/raw-socket.ts';
import { GOOD_TOKEN, KNOWN, startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';
import { startTestIdentity } from '../../testing/test-identity.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});

describe('a bearer token', () => {
  test('that is good reaches the unit, which learns who is calling and not the token', async () => {
    const response = await gateway.get('/api/v1/teams?name=a');
    expect(response.status).toBe(200);
    const seen = response.body;
    const { rateLimitPerMinute: _limit, ...principal } = KNOWN;
    expect(seen).toMatchObject({ method: 'GET', url: '/api/v1/teams?name=a', principal });
    expect(seen.headers.authorization).toBeUndefined();
  });

  test('that is missing, unknown or malformed is refused, with the trace identifier in the answer', async () => {
    for (const authorization of ['', 'Bearer ls_unknown', 'Basic bHM6Zw==', 'Bearer', `Bearer ${'x'.repeat(600)}`]) {
      const response = await gateway.get('/api/v1/teams', { authorization, 'x-trace-identifier': 'my-trace' });
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(response.headers.get('x-trace-identifier')).toBe('my-trace');
      expect(response.status).toBe(401);
      expect(response.body).toMatchObject({
        response_em: 'response_unauthenticated',
        errors: [],
        trace_identifier: 'my-trace',
      });
    }
  });

  test('may be written after any spelling of Bearer', async () => {
    const response = await gateway.get('/api/v1/teams', { authorization: `bearer ${GOOD_TOKEN}` });
    expect(response.status).toBe(200);
  });

  test('is looked up once while it is fresh, also when it is no good', async () => {
    gateway.identity.tokens.set('ls_once', KNOWN);
    for (const token of ['ls_once', 'ls_never']) {
      for (let count = 0; count < 5; count++) await gateway.get('/api/v1/teams', { authorization: `Bearer ${token}` });
      expect(gateway.identity.asked.filter((asked) => asked === token)).toHaveLength(1);
    }
  });

  test('is looked up once for all who bring it at the same time', async () => {
    gateway.identity.tokens.set('ls_crowd', KNOWN);
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    gateway.identity.beforeAnswer = () => gate;
    const crowd = Array.from({ length: 20 }, () => gateway.get('/api/v1/teams', { authorization: 'Bearer ls_crowd' }));
    await eventually(() => gateway.identity.asked.includes('ls_crowd'));
    open();
    const statuses = (await Promise.all(crowd)).map((response) => response.status);
    gateway.identity.beforeAnswer = async () => {};
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(gateway.identity.asked.filter((asked) => asked === 'ls_crowd')).toHaveLength(1);
  });
});

describe('a principal header that a client sends', () => {
  test('never reaches a unit, forged or well signed', async () => {
    const other = await createPrincipalSigner([{ kid: 'test', secret: 'A'.repeat(43) }])({
      ...KNOWN,
      role: 'super_admin',
    });
    for (const forged of ['a.b.c', other]) {
      const response = await gateway.get('/api/v1/teams', {
        'x-linescope-principal': forged,
        'X-LineScope-Role': 'super_admin',
      });
      const seen = response.body;
      expect(seen.principal).toMatchObject({ role: KNOWN.role, entityId: KNOWN.entityId });
      expect(seen.headers['x-linescope-principal']).not.toBe(forged);
      expect(seen.headers['x-linescope-role']).toBeUndefined();
    }
  });

  test('does not stand in for a token, nor reach a unit on a path that needs none', async () => {
    const headers = { authorization: '', 'x-linescope-principal': 'a.b.c' };
    expect((await gateway.get('/api/v1/teams', headers)).status).toBe(401);
    const hook = await gateway.get('/hooks/hostC/1', headers);
    expect(hook.body.headers['x-linescope-principal']).toBeUndefined();
  });

  test('cannot have our own removed by naming it as a matter of the connection', async () => {
    const answer = await sendRaw(gateway.port, [
      `GET /api/v1/teams HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${GOOD_TOKEN}\r\n`,
      'Connection: x-linescope-principal, content-length, x-colour\r\nX-Colour: red\r\n\r\n',
    ]);
    const seen = JSON.parse(answer.body);
    expect(seen.principal).toMatchObject({ role: KNOWN.role });
    expect(seen.headers['x-colour']).toBeUndefined();
  });
});

describe('while identity is away', () => {
  test('a new token meets 503, and works once identity is back', async () => {
    const lonely = await startTestGateway();
    const port = Number(lonely.identity.address.split(':')[1]);
    await lonely.identity.stop();
    const away = await lonely.get('/api/v1/teams');
    expect(away.status).toBe(503);
    expect(away.body.response_em).toBe('response_unavailable');
    const back = await startTestIdentity(port);
    back.tokens.set(GOOD_TOKEN, KNOWN);
    await eventually(async () => (await lonely.get('/api/v1/teams')).status === 200);
  });
});

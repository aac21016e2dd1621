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

describe("the console's session", () => {
  const SESSION = 'lss_good';
  const console = (headers: Record<string, string> = {}) => ({
    cookie: `other=1; linescope_session_${gateway.port}=${SESSION}`,
    'x-linescope-console': '1',
    ...headers,
  });
  /** Without the bearer token that the others send. */
  const get = async (headers: Record<string, string>) => {
    const response = await fetch(`${gateway.url}/api/v1/teams`, { headers });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  beforeAll(() => {
    gateway.identity.tokens.set(SESSION, KNOWN);
  });

  test('counts as its user, and its secret reaches no unit', async () => {
    const { status, body } = await get(console({ origin: gateway.url }));
    expect([status, body.principal]).toMatchObject([200, { role: KNOWN.role, entityId: KNOWN.entityId }]);
    expect(JSON.stringify(body.headers)).not.toContain(SESSION);
  });

  test('401: without the header that only the console sends', async () => {
    for (const header of ['', '0', 'true']) {
      const { status, body } = await get(console({ 'x-linescope-console': header }));
      expect([status, body.response_detail]).toEqual([401, expect.stringContaining('X-Linescope-Console: 1')]);
    }
  });

  test('403: from another origin, also where it only differs by its port or scheme', async () => {
    for (const origin of ['https://evil.example', 'null', gateway.url.replace('http', 'https'), 'http://127.0.0.1:1'])
      expect((await get(console({ origin }))).status).toBe(403);
  });

  test('401: by another name, on a host that is not this machine, or as a bearer token', async () => {
    expect((await get(console({ cookie: `linescope_session=${SESSION}` }))).status).toBe(401);
    expect((await get(console({ cookie: `__Host-linescope_session=${SESSION}` }))).status).toBe(401);
    expect((await get({ authorization: `Bearer ${SESSION}` })).status).toBe(401);
    const elsewhere = await sendRaw(gateway.port, [
      `GET /api/v1/teams HTTP/1.1\r\nHost: lines.example:${gateway.port}\r\nX-Linescope-Console: 1\r\n`,
      `Cookie: linescope_session_${gateway.port}=${SESSION}\r\nConnection: close\r\n\r\n`,
    ]);
    expect(JSON.parse(elsewhere.body).response_em).toBe('response_unauthenticated');
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

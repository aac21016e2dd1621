import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as openRequest } from 'node:http';
import { eventually } from '@linescope/test-kit/eventually';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sendRaw } from '../../testing/raw-socket.ts';
import { GOOD_TOKEN, startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';
import { startTestUnit } from '../../testing/test-unit.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ RATE_LIMIT_PER_MINUTE: '100000' });
  echo = gateway.unit.answer;
});
let echo: TestGateway['unit']['answer'];
afterEach(() => {
  gateway.unit.answer = echo;
});

const AUTH = { authorization: `Bearer ${GOOD_TOKEN}` };
const MIB = 1024 * 1024;

describe('a request', () => {
  test('reaches the unit as it was sent, with who sent it', async () => {
    const answer = await gateway.send('/api/v1/releases?a=%20b&c=1', {
      method: 'PUT',
      body: 'sha=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': 'k', 'user-agent': 'me' },
    });
    expect(answer.body).toMatchObject({ method: 'PUT', url: '/api/v1/releases?a=%20b&c=1', bytes: 5 });
    expect(answer.body.headers).toMatchObject({
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': '5',
      'idempotency-key': 'k',
      'user-agent': 'me',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': `127.0.0.1:${gateway.port}`,
    });
  });

  test('cannot lie about where it came from', async () => {
    const { body } = await gateway.get('/api/v1/teams', {
      'x-forwarded-for': '6.6.6.6',
      'x-forwarded-host': 'evil',
      'x-real-ip': '6.6.6.6',
      forwarded: 'for=6.6.6.6',
    });
    expect(body.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': body.headers.host });
    expect(body.headers['x-real-ip']).toBeUndefined();
    expect(body.headers.forwarded).toBeUndefined();
  });

  test('of a code host keeps the password that proves it; a customer’s token goes no further', async () => {
    const basic = 'Basic bGluZXNjb3BlOnNlY3JldA==';
    const hook = await gateway.get('/hooks/devops_suite/7', { authorization: basic });
    expect(hook.body.headers.authorization).toBe(basic);
    const bearer = await gateway.get('/hooks/hostC/7', AUTH);
    expect(bearer.body.headers.authorization).toBeUndefined();
    const customer = await gateway.get('/api/v1/teams', AUTH);
    expect(customer.body.headers.authorization).toBeUndefined();
  });

  test('that came through a proxy of ours is known by where it really came from', async () => {
    const behind = await startTestGateway({ TRUSTED_PROXY_HOPS: '1' });
    const { body } = await behind.get('/api/v1/teams', {
      'x-forwarded-for': '6.6.6.6, 192.0.2.7',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'api.example.com',
    });
    expect(body.headers).toMatchObject({
      'x-forwarded-for': '6.6.6.6, 192.0.2.7, 127.0.0.1',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'api.example.com',
    });
  });

  test('keeps its trace identifier in both directions, or gets one', async () => {
    const given = await gateway.get('/api/v1/teams', { 'x-trace-identifier': 'mine-1' });
    expect([given.headers.get('x-trace-identifier'), given.body.headers['x-trace-identifier']]).toEqual([
      'mine-1',
      'mine-1',
    ]);
    const fresh = await gateway.get('/api/v1/teams', { 'x-trace-identifier': 'x'.repeat(129) });
    expect(fresh.headers.get('x-trace-identifier')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(fresh.body.headers['x-trace-identifier']).toBe(fresh.headers.get('x-trace-identifier'));
  });

  test('shares kept connections to the unit with others', async () => {
    const before = gateway.unit.connections;
    for (let count = 0; count < 20; count++) await gateway.get('/api/v1/teams');
    expect(gateway.unit.connections - before).toBeLessThanOrEqual(1);
  });

  test('without a body says so, whatever its method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const { body } = await gateway.send('/api/v1/teams', { method });
      expect([body.method, body.bytes, body.headers['transfer-encoding']]).toEqual([method, 0, undefined]);
    }
  });

  test('in absolute form, as a proxy would send it, is understood', async () => {
    const answer = await sendRaw(gateway.port, [
      `GET http://elsewhere.example/api/v1/teams?x=1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${GOOD_TOKEN}\r\n\r\n`,
    ]);
    expect(JSON.parse(answer.body).url).toBe('/api/v1/teams?x=1');
  });
});

describe('an answer', () => {
  test('comes back with its status, headers and bytes, however long', async () => {
    const bytes = randomBytes(5 * MIB);
    gateway.unit.answer = (_request, response) => {
      response.writeHead(202, { 'X-Custom': 'yes', 'content-type': 'application/octet-stream', connection: 'close' });
      response.end(bytes);
    };
    const response = await fetch(`${gateway.url}/api/v1/teams`, { headers: AUTH });
    expect([response.status, response.headers.get('x-custom')]).toEqual([202, 'yes']);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const received = Buffer.from(await response.arrayBuffer());
    expect(createHash('sha256').update(received).digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  test('begins to arrive before the unit has finished it', async () => {
    let finish = () => {};
    gateway.unit.answer = (_request, response) => {
      response.write('first');
      finish = () => response.end('last');
    };
    const response = await fetch(`${gateway.url}/api/v1/teams`, { headers: AUTH });
    const reader = response.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first');
    finish();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('last');
  });

  test('without a body stays so: 204, and to HEAD', async () => {
    gateway.unit.answer = (request, response) => {
      if (request.method === 'HEAD') response.setHeader('content-length', '123');
      else response.statusCode = 204;
      response.end();
    };
    expect((await gateway.get('/api/v1/teams')).status).toBe(204);
    const head = await gateway.send('/api/v1/teams', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), head.body]).toEqual([200, '123', '']);
  });

  test('that the unit breaks off is broken off for the client too', async () => {
    gateway.unit.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('only this');
      setImmediate(() => response.destroy());
    };
    const response = await fetch(`${gateway.url}/api/v1/teams`, { headers: AUTH });
    await expect(response.text()).rejects.toThrow();
    gateway.unit.answer = echo;
    expect((await gateway.get('/api/v1/teams')).status).toBe(200);
  });
});

describe('a body', () => {
  test('of exactly 1 MiB passes, and reaches the unit before it is whole', async () => {
    const whole = await gateway.send('/api/v1/teams', { method: 'POST', body: Buffer.alloc(MIB) });
    expect(whole.body.bytes).toBe(MIB);

    let seen = 0;
    gateway.unit.answer = (request, response) => {
      request.on('data', (chunk: Buffer) => {
        seen += chunk.length;
      });
      request.on('end', () => response.end('{}'));
    };
    const slow = openRequest(`${gateway.url}/api/v1/teams`, { method: 'POST', headers: AUTH });
    slow.write('half');
    await eventually(() => seen === 4);
    slow.end('rest');
    const [answer] = await once(slow, 'response');
    answer.resume();
    expect(answer.statusCode).toBe(200);
    expect(seen).toBe(8);
  });

  test('that says it is larger is refused before any of it is taken', async () => {
    const before = gateway.unit.requests.length;
    const answer = await sendRaw(gateway.port, [
      `POST /api/v1/teams HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${GOOD_TOKEN}\r\nContent-Length: ${MIB + 1}\r\n\r\n`,
    ]);
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.body).response_em).toBe('response_payload_too_large');
    expect(gateway.unit.requests.length).toBe(before);
  });

  test('that turns out larger while it streams is refused, and the unit never sees its end', async () => {
    let outcome = '';
    gateway.unit.answer = (request) => {
      request.resume();
      request.on('end', () => {
        outcome = 'ended';
      });
      request.on('error', () => {
        outcome = 'aborted';
      });
    };
    const chunk = `10000\r\n${'x'.repeat(65536)}\r\n`;
    const answer = await sendRaw(gateway.port, [
      `POST /api/v1/teams HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${GOOD_TOKEN}\r\nTransfer-Encoding: chunked\r\n\r\n`,
      ...Array.from({ length: 40 }, () => chunk),
    ]);
    expect(answer.status).toBe(413);
    expect(answer.head.toLowerCase()).toContain('connection: close');
    expect(JSON.parse(answer.body).response_em).toBe('response_payload_too_large');
    await eventually(() => outcome === 'aborted');
  });

  test('of an unauthenticated client is not asked for when it waits for 100-continue', async () => {
    const head = (token: string) =>
      `POST /api/v1/teams HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n`;
    const refused = await sendRaw(gateway.port, [head('nobody')]);
    expect(refused.status).toBe(401);
    const taken = await sendRaw(gateway.port, [head(GOOD_TOKEN), 'hi']);
    expect(JSON.parse(taken.body)).toMatchObject({ bytes: 2 });
  });

  test('is aborted at the unit when the client goes away', async () => {
    let aborted = false;
    gateway.unit.answer = (request) => {
      request.resume();
      request.on('error', () => {
        aborted = true;
      });
    };
    const leaving = openRequest(`${gateway.url}/api/v1/teams`, { method: 'POST', headers: AUTH });
    leaving.on('error', () => {});
    const before = gateway.unit.requests.length;
    leaving.write('some');
    await eventually(() => gateway.unit.requests.length > before);
    leaving.destroy();
    await eventually(() => aborted);
  });
});

describe('a unit that', () => {
  test('does not answer in time gives 504, and the connection to it is dropped', async () => {
    const hasty = await startTestGateway({ UPSTREAM_TIMEOUT_MS: '100' });
    let dropped = false;
    hasty.unit.answer = (request) => {
      request.on('close', () => {
        dropped = true;
      });
    };
    const answer = await hasty.get('/api/v1/reports');
    expect([answer.status, answer.body.response_em]).toEqual([504, 'response_timeout']);
    await eventually(() => dropped);
  });

  test('is away gives 503, and works again once it is back', async () => {
    const unit = await startTestUnit();
    const lonely = await startTestGateway({}, { unit });
    await unit.stop();
    for (const method of ['GET', 'POST']) {
      const answer = await lonely.send('/api/v1/teams', { method });
      expect([answer.status, answer.body.response_em]).toEqual([503, 'response_unavailable']);
      expect(JSON.stringify(answer.body)).not.toContain(String(unit.port));
    }
    await startTestUnit(unit.port);
    expect((await lonely.get('/api/v1/teams')).status).toBe(200);
  });

  test('comes back while a GET is tried again answers it', async () => {
    const unit = await startTestUnit();
    const lonely = await startTestGateway({}, { unit });
    await lonely.get('/api/v1/teams');
    await unit.stop();
    const pending = lonely.get('/api/v1/teams');
    await startTestUnit(unit.port);
    expect((await pending).status).toBe(200);
  });

  test('drops the connection after it got a request gives 503, and gets no write twice', async () => {
    const before = gateway.unit.requests.length;
    gateway.unit.answer = (request) => void request.socket.destroy();
    const answer = await gateway.send('/api/v1/teams', { method: 'POST', body: 'x' });
    expect([answer.status, answer.body.response_em]).toEqual([503, 'response_unavailable']);
    expect(gateway.unit.requests.length - before).toBe(1);
  });

  test('answers with what is not HTTP gives 503', async () => {
    gateway.unit.answer = (request) => void request.socket.end('nonsense\r\n\r\n');
    const answer = await gateway.get('/api/v1/teams');
    expect([answer.status, answer.body.response_em]).toEqual([503, 'response_unavailable']);
  });
});

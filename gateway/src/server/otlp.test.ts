import { expect, test } from 'vitest';
import { startTestGateway } from '../../testing/test-gateway.ts';

const json = { 'content-type': 'application/json' };
const MIB = 1024 * 1024;

test('telemetry goes to its unit with the caller, up to 4 MiB, and counts apart from other requests', async () => {
  const gateway = await startTestGateway({ RATE_LIMIT_PER_MINUTE: '1', OTLP_REQUESTS_PER_MINUTE: '3' });
  gateway.unit.answer = (request, response) => {
    request.resume().on('end', () => response.end('{}'));
  };
  const send = (body: string) => gateway.send('/otlp/v1/metrics', { method: 'POST', headers: json, body });
  const large = await send('x'.repeat(3 * MIB));
  expect([large.status, large.headers.get('ratelimit-limit')]).toEqual([200, '3']);
  expect(gateway.unit.requests.at(-1)).toMatchObject({ url: '/otlp/v1/metrics' });
  expect((await send('x'.repeat(4 * MIB + 1))).body).toEqual({
    code: 8,
    message: 'The request body is larger than 4 MiB.',
  });
  await send('{}');
  await send('{}');
  const fourth = await send('{}');
  expect([fourth.status, fourth.body.code, Number(fourth.headers.get('retry-after')) > 0]).toEqual([429, 8, true]);
  expect((await gateway.get('/api/v1/teams')).status).toBe(200);
  expect((await gateway.get('/api/v1/teams')).status).toBe(429);
});

test('401: without a good token the answer is a status in the encoding of the request, and a cookie is no token', async () => {
  const gateway = await startTestGateway();
  const headers = { authorization: 'Bearer nobody', cookie: 'linescope_session=ls_good', 'x-linescope-console': '1' };
  const init = { method: 'POST', body: '{}' };
  const asJson = await gateway.send('/otlp/v1/logs', { ...init, headers: { ...headers, ...json } });
  expect([asJson.status, asJson.body.code, Object.keys(asJson.body)]).toEqual([401, 16, ['code', 'message']]);
  const asProtobuf = await fetch(`${gateway.url}/otlp/v1/logs`, {
    ...init,
    headers: { ...headers, 'content-type': 'application/x-protobuf' },
  });
  const bytes = Buffer.from(await asProtobuf.arrayBuffer());
  expect([asProtobuf.status, asProtobuf.headers.get('content-type'), bytes[1]]).toEqual([
    401,
    'application/x-protobuf',
    16,
  ]);
  expect(bytes.subarray(4).toString()).toBe(asJson.body.message);
  expect(gateway.unit.requests).toEqual([]);
});

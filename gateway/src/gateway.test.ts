import { eventually } from '@linescope/test-kit/eventually';
import { expect, test } from 'vitest';
import { sendRaw } from '../testing/raw-socket.ts';
import { GOOD_TOKEN, startTestGateway } from '../testing/test-gateway.ts';

test('a gateway that is stopped finishes what it has begun, and takes nothing new', async () => {
  const gateway = await startTestGateway();
  let finish = () => {};
  gateway.unit.answer = (_request, response) => {
    finish = () => response.end('{"done":true}');
  };
  const underWay = gateway.get('/api/v1/teams');
  await eventually(() => gateway.unit.requests.length === 1);
  const stopped = gateway.stop();
  await eventually(
    async () => (await sendRaw(gateway.port, ['GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'])).status === 0,
  );
  finish();
  const answer = await underWay;
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  await stopped;
});

test('a gateway that has served every unit stops without a warning of leaking listeners', async () => {
  const warnings: string[] = [];
  const note = (warning: Error) => warnings.push(warning.name);
  process.on('warning', note);
  const gateway = await startTestGateway();
  gateway.unit.answer = (request, response) => {
    request.resume().on('end', () => response.end('{}'));
  };
  for (const segment of ['users', 'teams', 'releases', 'imports', 'reports']) {
    expect((await gateway.get(`/api/v1/${segment}`)).status).toBe(200);
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    expect((await gateway.send(`/api/v1/${segment}`, init)).status).toBe(200);
  }
  await gateway.stop();
  process.off('warning', note);
  expect(warnings).not.toContain('MaxListenersExceededWarning');
});

test('metrics count requests by unit and status, on the internal port only', async () => {
  const gateway = await startTestGateway();
  await gateway.get('/api/v1/teams');
  await gateway.get('/api/v1/imports', { authorization: 'Bearer nobody' });
  await eventually(async () => {
    const text = await (await fetch(`${gateway.internalUrl}/metrics`)).text();
    expect(text).toMatch(/linescope_http_requests_total\{action="developers-teams",method="GET",status="200".*\} 1/);
    expect(text).toMatch(/linescope_http_requests_total\{action="gateway",method="GET",status="401".*\} 1/);
    expect(text).not.toContain(GOOD_TOKEN);
    return true;
  });
  expect((await gateway.get('/metrics')).status).toBe(404);
});

test('a configuration with faults names all of them at once', async () => {
  const starting = startTestGateway({ IMPORTS_HTTP: 'imports', RATE_LIMIT_PER_MINUTE: 'many', IDENTITY_GRPC: '' });
  await expect(starting).rejects.toThrow(
    /IMPORTS_HTTP[\s\S]*RATE_LIMIT_PER_MINUTE|RATE_LIMIT_PER_MINUTE[\s\S]*IMPORTS_HTTP/,
  );
});

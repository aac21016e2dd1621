import type { ServerResponse } from 'node:http';
import { eventually } from '@linescope/test-kit/eventually';
import { expect, test } from 'vitest';
import { startTestGateway } from '../../testing/test-gateway.ts';
import { createExports, isExport } from './exports.ts';

test('429: a third export at a time of a token; another kind of request goes on', async () => {
  const gateway = await startTestGateway();
  const open: ServerResponse[] = [];
  gateway.unit.answer = (request, response) => {
    if (!request.url?.includes('format=')) {
      response.end('{}');
      return;
    }
    response.writeHead(200, { 'content-type': 'text/csv' });
    response.write('id\r\n');
    open.push(response);
  };
  const two = [gateway.get('/api/v1/audits?format=csv'), gateway.get('/api/v1/audits?a=1&format=ndjson')];
  await eventually(() => open.length === 2);
  const third = await gateway.get('/api/v1/audits', { accept: 'text/csv' });
  expect([third.status, third.body.response_em]).toEqual([429, 'response_rate_limited']);
  expect(third.headers.get('retry-after')).not.toBeNull();
  expect((await gateway.get('/api/v1/audits')).status).toBe(200);
  for (const response of open.splice(0)) response.end('1\r\n');
  expect((await Promise.all(two)).map((answer) => answer.body)).toEqual(['id\r\n1\r\n', 'id\r\n1\r\n']);
  const next = gateway.get('/api/v1/audits?format=csv');
  await eventually(() => open.length === 1);
  open[0]?.end();
  expect((await next).status).toBe(200);
});

test('an export that stands still for too long is broken off, and so is one that its unit breaks off', async () => {
  const gateway = await startTestGateway({ EXPORT_IDLE_TIMEOUT_MS: '100', UPSTREAM_TIMEOUT_MS: '200' });
  gateway.unit.answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' });
    response.write('id\r\n');
  };
  await expect(gateway.get('/api/v1/audits?format=csv')).rejects.toThrow();
  gateway.unit.answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' });
    response.write('id\r\n');
    setImmediate(() => response.destroy());
  };
  await expect(gateway.get('/api/v1/audits?format=csv')).rejects.toThrow();
});

test('429: a seventh export at a time of an entity, whichever token asks; another entity’s goes on', async () => {
  const exports = createExports();
  const ends = [1, 1, 2, 2, 3, 3].map((tokenId) => exports.begin({ tokenId, entityId: 1 }));
  expect(() => exports.begin({ tokenId: 4, entityId: 1 })).toThrow('An entity may have 6 exports at a time.');
  expect(() => exports.begin({ tokenId: 1, entityId: 1 })).toThrow('A token may have 2 exports at a time.');
  exports.begin({ tokenId: 9, entityId: 2 })();
  ends[0]?.();
  exports.begin({ tokenId: 4, entityId: 1 });
});

test.each([
  ['/audits?format=csv', undefined, true],
  ['/audits?a=1&format=%63sv', undefined, true],
  ['/audits?f%6Frmat=ndjson', 'application/json', true],
  ['/audits', 'Text/CSV', true],
  ['/audits', 'application/json, text/csv;q=0.1', false],
  ['/audits', 'text/csv;q=0', false],
  ['/audits?format=json', 'text/csv', false],
  ['/audits?format=xml', undefined, false],
  ['/audits?name=%zz', undefined, false],
])('%s with Accept %s is an export: %s', (url, accept, expected) => {
  expect(isExport({ url, headers: accept === undefined ? {} : { accept } })).toBe(expected);
});

import { eventually } from '@linescope/test-kit/eventually';
import { expect, test } from 'vitest';
import { startTestGateway } from '../../testing/test-gateway.ts';

test('while the disk is nearly full, writes are 503 with a sentence, reads are answered, and readiness names the disk', async () => {
  const gateway = await startTestGateway({ STORAGE_DIR: '/', MIN_FREE_BYTES: String(2 ** 52) });
  const written = await gateway.send('/api/v1/teams', { method: 'POST', body: '{}' });
  expect([written.status, written.body.response_em, written.body.response_detail]).toEqual([
    503,
    'response_unavailable',
    'The disk is full. Nothing can be recorded until there is space again.',
  ]);
  expect(written.headers.get('retry-after')).toBe('60');
  expect((await gateway.get('/api/v1/teams')).status).toBe(200);
  const ready = await eventually(async () => {
    const answer = await gateway.get('/readyz');
    return !answer.body.failing.includes('broker') && answer;
  });
  expect([ready.status, ready.body.failing]).toEqual([503, ['disk_space']]);
});

test('a unit that answers but lacks a store is not ready, and neither is a worker that nobody reaches', async () => {
  const gateway = await startTestGateway({ IMPORTS_WORKER_INTERNAL: 'http://127.0.0.1:9' });
  gateway.unit.lacks = ['clickhouse'];
  const ready = await eventually(async () => {
    const answer = await gateway.get('/readyz');
    return !answer.body.failing.includes('broker') && answer.body.failing.includes('analytics') && answer;
  });
  expect(ready.body.failing).toContain('imports-worker');
  expect(ready.body.causes).toMatchObject({ analytics: ['clickhouse'], identity: ['clickhouse'] });
  expect(ready.body.causes).not.toHaveProperty('imports-worker');
});

import { expect, test } from 'vitest';
import { createAccessLog } from './access-log.ts';

function watched(isOn = true) {
  const lines: Record<string, unknown>[] = [];
  const log = { info: (line: Record<string, unknown>) => void lines.push(line) };
  const write = createAccessLog(log, isOn);
  const request = (path: string) =>
    write(
      {
        method: 'GET',
        target: path,
        path,
        unit: null,
        bodyLimit: 0,
        otlp: false,
        trace: 'a-trace',
        address: '127.0.0.1',
        startedAt: Date.now(),
        allowance: null,
        attempts: 0,
        deadline: 0,
        origin: undefined,
        allowedOrigins: [],
        endExport: null,
        upstream: null,
        place: { response: null, earlier: null, later: null },
      },
      200,
    );
  return { lines, request };
}

test('every request has a line with its trace; probes have none', () => {
  const { lines, request } = watched();
  for (const path of ['/api/v1/reports', '/healthz', '/readyz', '/openapi.json']) request(path);
  expect(lines.map(({ path }) => path)).toEqual(['/api/v1/reports', '/openapi.json']);
  expect(lines[0]).toMatchObject({ method: 'GET', status: 200, unit: 'gateway', trace: 'a-trace' });
});

test('a secret in a path is not logged', () => {
  const { lines, request } = watched();
  for (const path of ['/auth/link/secret', '/invitations/1.2.secret', '/import_offers/secret']) request(path);
  expect(JSON.stringify(lines)).not.toContain('secret');
});

test('ACCESS_LOG=false turns it off', () => {
  const { lines, request } = watched(false);
  request('/api/v1/reports');
  expect(lines).toEqual([]);
});

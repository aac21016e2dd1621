import { eventually } from '@linescope/test-kit/eventually';
import { beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
  const call = { 'x-action': 'action_get_team', operationId: 'showTeam', summary: 'Show a team', tags: ['Teams'] };
  gateway.unit.paths = { '/api/v1/teams': { get: { ...call, responses: {} } } };
  await gateway.refreshCatalogue();
});

const NO_TOKEN = { authorization: '' };

describe('without a token', () => {
  test('a path that nobody serves is 404, and its action is not known', async () => {
    for (const path of ['/', '/nowhere', '/api/v1/nowhere', '/api/v1', '/docs/../package.json', '/docs/package.json']) {
      const answer = await gateway.get(path, NO_TOKEN);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.body).toMatchObject({ action_em: 'action_unknown', response_em: 'response_not_found' });
    }
  });

  test('a refusal on a known path is named by its action', async () => {
    const answer = await gateway.get('/api/v1/teams', NO_TOKEN);
    expect([answer.status, answer.body.action_em]).toEqual([401, 'action_get_team']);
  });

  test('health and readiness are served', async () => {
    await eventually(async () => (await gateway.get('/readyz', NO_TOKEN)).status === 200);
    const healthy = await gateway.get('/healthz', NO_TOKEN);
    expect([healthy.status, healthy.body]).toEqual([200, { status: 'ok' }]);
    expect(healthy.headers.get('x-trace-identifier')).not.toBeNull();
  });

  test('the guides and the reference can be read, with nothing from elsewhere and no link that leads nowhere', async () => {
    const seen = new Set(['/docs']);
    for (const path of seen) {
      const page = await gateway.get(path, NO_TOKEN);
      expect([path, page.status]).toEqual([path, 200]);
      if (!page.headers.get('content-type')?.includes('html')) continue;
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      for (const [, source = ''] of String(page.body).matchAll(/(?:src|href)="([^"]+)"/g)) {
        expect(source).toMatch(/^\/(docs|openapi\.json)/);
        seen.add(source);
      }
    }
    expect(seen).toContain('/docs/reference/showTeam');
    expect(seen).toContain('/docs/try');
    expect(seen).toContain('/docs/guides/roles');
    expect(seen.size).toBeGreaterThan(18);
  });
});

describe('the API description', () => {
  test('is not there before every unit has told its part', async () => {
    const own = await startTestGateway();
    await own.unit.stop();
    const early = await own.get('/openapi.json', NO_TOKEN);
    expect([early.status, early.headers.get('retry-after')]).toEqual([503, '2']);
  });

  test('is kept while a unit is away', async () => {
    const own = await startTestGateway();
    own.unit.paths = { '/api/v1/teams': { get: { 'x-action': 'action_get_team', responses: {} } } };
    await own.refreshCatalogue();
    await own.unit.stop();
    await own.refreshCatalogue();
    const document = await own.get('/openapi.json', NO_TOKEN);
    expect(document.body.openapi).toBe('3.1.0');
    expect(Object.keys(document.body.paths)).toContain('/api/v1/teams');
    await eventually(async () => {
      const ready = await own.get('/readyz', NO_TOKEN);
      return ready.status === 503 && ready.body.failing.includes('analytics');
    });
  });
});

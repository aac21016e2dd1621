import { beforeAll, describe, expect, test } from 'vitest';
import { type DefectsReleases, startDefectsReleases } from '../testing/start-defects-releases.ts';

let service: DefectsReleases;
const list = (query: string) => service.call('GET', `/critical_defects?${query}`);
const keysOf = (answer: Awaited<ReturnType<typeof list>>) =>
  answer.body.critical_defects.map((defect: { defectKey: string }) => defect.defectKey).sort();

beforeAll(async () => {
  service = await startDefectsReleases();
  const record = (form: Record<string, string>) => service.call('POST', '/critical_defects', { form });
  await record({
    resource_path: 'acme/web/app',
    defect_key: 'OLD',
    detected_at: '2026-01-01',
    fix_released_at: '2026-01-03',
  });
  await record({
    resource_path: 'acme/web/app',
    defect_key: 'APP',
    detected_at: '2026-09-01',
    description: '**Down**',
  });
  await record({ resource_path: 'acme/web/site', defect_key: 'SITE', detected_at: '2026-09-02' });
  await record({ resource_path: 'acme', defect_key: 'ALL', detected_at: '2026-09-03' });
});

describe('listing critical defects', () => {
  test('200: all of an entity, with what the spec shows of each', async () => {
    const answer = await list('resource_path=acme');
    expect([answer.status, keysOf(answer)]).toEqual([200, ['ALL', 'APP', 'OLD', 'SITE']]);
    expect(answer.body).toMatchObject({ page: 1, page_count: 1, per_page: 50, total_count: 4 });
    const app = answer.body.critical_defects.find((defect: { defectKey: string }) => defect.defectKey === 'APP');
    expect(app).toMatchObject({
      detectedAt: 'September 1, 2026 00:00 UTC',
      htmlDescription: '<p><strong>Down</strong></p>\n',
      path: '/acme/critical_defects/APP',
      repoPaths: ['web/app'],
      resolvedAt: null,
    });
  });

  test('200: of one repo, of a team, and of a range in which they were active', async () => {
    expect(keysOf(await list('resource_path=acme/web/site'))).toEqual(['SITE']);
    expect(keysOf(await list('resource_path=acme&team_slug=core'))).toEqual(['APP', 'OLD']);
    expect(keysOf(await list('resource_path=acme&start_date=2026-01-02&end_date=2026-01-02'))).toEqual(['OLD']);
    expect(keysOf(await list('resource_path=acme&start_date=2026-01-04'))).toEqual(['ALL', 'APP', 'SITE']);
  });

  test('200: past the last page there is nothing', async () => {
    const answer = await list('resource_path=acme&page=2');
    expect([answer.status, keysOf(answer), answer.body.total_count]).toEqual([200, [], 4]);
  });

  test.each([
    ['page=0', 'page'],
    ['start_date=yesterday', 'start_date'],
    ['days_ago=3&end_date=2026-09-01', 'days_ago'],
    ['start_date=2026-09-02&end_date=2026-09-01', 'end_date'],
  ])('400: %s', async (query, param) => {
    const answer = await list(`resource_path=acme&${query}`);
    expect([answer.status, answer.body.errors[0].param]).toEqual([400, param]);
  });

  test('400: contradictions are told together, and beside what is malformed', async () => {
    const query = 'days_ago=3&start_date=2026-09-02&end_date=2026-09-01&per_page=0';
    const answer = await list(`resource_path=acme&${query}`);
    const params = answer.body.errors.map((error: { param: string }) => error.param).toSorted();
    expect([answer.status, params]).toEqual([400, ['days_ago', 'end_date', 'per_page']]);
  });

  test('401: without a principal', async () => {
    const answer = await service.call('GET', '/critical_defects', { headers: { 'x-linescope-principal': '' } });
    expect(answer.status).toBe(401);
  });

  test('404: a resource that the caller cannot see, and an unknown team', async () => {
    expect((await list('resource_path=globex')).status).toBe(404);
    expect((await list('resource_path=acme&team_slug=none')).status).toBe(404);
  });

  test('503: identity cannot be reached', async () => {
    service.identity.available = false;
    expect((await list('resource_path=acme')).status).toBe(503);
    service.identity.available = true;
  });
});

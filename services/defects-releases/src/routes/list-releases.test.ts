import { addDays, dayOf } from '@linescope/contract/days';
import { beforeAll, describe, expect, test } from 'vitest';
import { type DefectsReleases, startDefectsReleases } from '../testing/start-defects-releases.ts';

let service: DefectsReleases;
const today = dayOf(new Date());
const list = (query: string) => service.call('GET', `/releases?${query}`);
const namesOf = (answer: Awaited<ReturnType<typeof list>>) =>
  answer.body.releases.map((release: { name: string }) => release.name);

beforeAll(async () => {
  service = await startDefectsReleases();
  const record = (path: string, name: string, daysAgo: number) =>
    service.call('POST', '/releases', {
      form: { resource_path: path, name, released_at: addDays(today, -daysAgo), release_sha: 'a'.repeat(40) },
    });
  await record('acme/web/app', 'old', 100);
  await record('acme/web/app', 'v1', 20);
  await record('acme/web/site', 's1', 10);
});

describe('listing releases', () => {
  test('200: the last 90 days, newest first', async () => {
    const answer = await list('resource_path=acme');
    expect([answer.status, namesOf(answer)]).toEqual([200, ['s1', 'v1']]);
    expect(answer.body).toMatchObject({ page: 1, page_count: 1, per_page: 50, total_count: 2 });
    expect(answer.body.releases[0]).toMatchObject({
      repo_path: 'web/site',
      triggered_by: 'api',
      deployed_by: null,
      release_sha: 'a'.repeat(40),
      commit_count: 3,
      defect_count: 0,
      issue_count: 0,
    });
  });

  test('200: of a range, of a repo and of a team', async () => {
    expect(namesOf(await list('resource_path=acme&days_ago=400'))).toEqual(['s1', 'v1', 'old']);
    expect(namesOf(await list('resource_path=acme/web/app'))).toEqual(['v1']);
    expect(namesOf(await list('resource_path=acme&team_slug=core'))).toEqual(['v1']);
    expect(namesOf(await list('resource_path=acme&team_slug=works'))).toEqual(['s1']);
    expect(namesOf(await list('resource_path=acme&team_slug=idle'))).toEqual([]);
  });

  test.each(['page=0', 'days_ago=-1', 'start_date=2026-13-01', 'days_ago=1&start_date=2026-01-01'])(
    '400: %s',
    async (query) => {
      expect((await list(`resource_path=acme&${query}`)).status).toBe(400);
    },
  );

  test('400: contradictions are told together, and beside what is malformed', async () => {
    const query = 'days_ago=3&start_date=2026-09-02&end_date=2026-09-01&per_page=0';
    const answer = await list(`resource_path=acme&${query}`);
    const params = answer.body.errors.map((error: { param: string }) => error.param).toSorted();
    expect([answer.status, params]).toEqual([400, ['days_ago', 'end_date', 'per_page']]);
  });

  test('401: without a principal', async () => {
    expect((await service.call('GET', '/releases', { headers: { 'x-linescope-principal': '' } })).status).toBe(401);
  });

  test('404: a resource that the caller cannot see, and an unknown team', async () => {
    expect((await list('resource_path=globex')).status).toBe(404);
    expect((await list('resource_path=acme&team_slug=none')).status).toBe(404);
  });

  test('503: analytics, which counts the commits, cannot be reached', async () => {
    service.analytics.available = false;
    expect((await list('resource_path=acme')).status).toBe(503);
    service.analytics.available = true;
  });
});

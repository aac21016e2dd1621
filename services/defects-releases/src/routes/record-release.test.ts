import { beforeAll, describe, expect, test } from 'vitest';
import { APP, type DefectsReleases, startDefectsReleases } from '../testing/start-defects-releases.ts';

let service: DefectsReleases;
beforeAll(async () => {
  service = await startDefectsReleases();
});

const record = (fields: Record<string, string>) =>
  service.call('POST', '/releases', { form: { resource_path: 'acme/web/app', ...fields } });
const paramsOf = (answer: Awaited<ReturnType<typeof record>>) =>
  answer.body.errors.map((error: { param: string }) => error.param).sort();

describe('recording a release', () => {
  test('201: a new one; 200: the same again', async () => {
    const call = { name: 'v1', released_at: '2026-09-01T10:00:00Z', release_sha: 'a'.repeat(40) };
    const first = await record(call);
    expect([first.status, first.body.response_detail]).toEqual([201, 'The release was recorded.']);
    const again = await record(call);
    expect([again.status, again.body.response_detail]).toEqual([200, 'The release was already recorded.']);
  });

  test('201: the answer names the commit, also the one that was found where none (or an empty one) was given', async () => {
    const named = await record({ name: 'named', release_now: 'true', release_sha: 'a'.repeat(40) });
    expect(named.body.release).toMatchObject({ id: expect.any(Number), release_sha: 'a'.repeat(40) });
    const time = '2026-08-01T10:00:00Z';
    const newest = { repoId: APP.id, sha: 'e'.repeat(40), authoredAt: time, committedAt: time, onDefaultBranch: true };
    service.commits.push(newest);
    const { status, body } = await record({ name: 'unnamed', release_now: 'true', release_sha: '' });
    expect([status, body.release.release_sha]).toEqual([201, 'e'.repeat(40)]);
    expect(body.response_detail).toContain(`the newest commit of the default branch, ${'e'.repeat(40)}, since none`);
  });

  test('201: by its commit alone, while analytics is unavailable', async () => {
    service.analytics.available = false;
    expect((await record({ head_long: 'c'.repeat(40) })).status).toBe(201);
    service.analytics.available = true;
  });

  test('200: with a list-only parameter and nothing that names a release, it lists', async () => {
    const answer = await record({ days_ago: '400' });
    expect([answer.status, answer.body.action_em]).toEqual([200, 'action_release_list']);
  });

  test('400: neither a time nor a commit', async () => {
    expect(paramsOf(await record({ name: 'v2' }))).toEqual(['released_at']);
  });

  test('400: parameters that contradict each other, all at once', async () => {
    const answer = await record({
      released_at: '2026-09-01',
      release_now: 'true',
      release_sha: 'a'.repeat(40),
      head_long: 'b'.repeat(40),
    });
    expect([answer.status, paramsOf(answer)]).toEqual([400, ['head_long', 'release_now']]);
  });

  test('400: a time more than a day ahead', async () => {
    const answer = await record({ released_at: '2126-09-01' });
    expect([answer.status, paramsOf(answer)]).toEqual([400, ['released_at']]);
  });

  test('400: faults of one parameter and of several, at once', async () => {
    expect(paramsOf(await record({ name: 'x'.repeat(301) }))).toEqual(['name', 'released_at']);
    expect(paramsOf(await record({ release_sha: 'short' }))).toEqual(['release_sha']);
    expect(paramsOf(await record({ release_sha: 'short', released_at: '2126-09-01' }))).toEqual([
      'release_sha',
      'released_at',
    ]);
  });

  test('201: before the detection of a defect whose fix it carries', async () => {
    const defect = { resource_path: 'acme/web/app', defect_key: 'LATE-1', detected_at: '2026-09-10' };
    await service.call('POST', '/critical_defects', { form: defect });
    const answer = await record({ name: 'early', released_at: '2026-09-09', 'defect_keys[]': 'LATE-1' });
    expect(answer.status).toBe(201);
  });

  test('400: more issues than a release can have, however they are added; what it has stays', async () => {
    const keys = (from: number, count: number) => Array.from({ length: count }, (_, at) => `K-${from + at}`);
    const add = (some: string[]) =>
      service.call('POST', '/releases', {
        json: {
          resource_path: 'acme/web/app',
          name: 'many',
          released_at: '2026-09-02T10:00:00Z',
          release_sha: 'd'.repeat(40),
          issue_keys_resolved: some,
        },
      });
    for (const from of [0, 500, 1000, 1500]) expect((await add(keys(from, 500))).status).toBeLessThan(300);
    const refused = await add(['K-2000']);
    expect([refused.status, paramsOf(refused)]).toEqual([400, ['issue_keys_resolved']]);
    expect((await add(keys(0, 500))).status).toBe(200);
    // While others record releases of the repo: what is refused waits for none of them.
    await service.started.context.postgres.transaction(async (tx) => {
      await tx.run("SELECT pg_advisory_xact_lock(hashtext('releases'), $1::int)", [APP.id]);
      expect((await add(['K-2000'])).status).toBe(400);
    });
  });

  test('400: a path that is no single repo', async () => {
    const answer = await record({ resource_path: 'acme', release_now: 'true' });
    expect([answer.status, paramsOf(answer)]).toEqual([400, ['resource_path']]);
  });

  test('401: without a principal', async () => {
    const answer = await service.call('POST', '/releases', { headers: { 'x-linescope-principal': '' } });
    expect(answer.status).toBe(401);
  });

  test('404: a repo that the caller cannot see', async () => {
    expect((await record({ resource_path: 'globex/web/app', release_now: 'true' })).status).toBe(404);
  });

  test('409: defect_keys that are not known, and nothing is recorded', async () => {
    const answer = await record({ name: 'v3', release_now: 'true', 'defect_keys[]': 'NONE-1' });
    expect([answer.status, paramsOf(answer)]).toEqual([409, ['defect_keys']]);
    const { body } = await service.call('GET', '/releases?resource_path=acme');
    expect(body.releases.map((release: { name: string }) => release.name)).not.toContain('v3');
  });

  test('503: identity cannot be reached', async () => {
    service.identity.available = false;
    expect((await record({ release_now: 'true' })).status).toBe(503);
    service.identity.available = true;
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { APP, type DefectsReleases, SITE, startDefectsReleases } from '../testing/start-defects-releases.ts';

let service: DefectsReleases;
beforeAll(async () => {
  service = await startDefectsReleases();
});

const record = (fields: Record<string, string>) =>
  service.call('POST', '/critical_defects', { form: { resource_path: 'acme/web/app', ...fields } });
const paramsOf = (answer: Awaited<ReturnType<typeof record>>) =>
  answer.body.errors.map((error: { param: string }) => error.param).sort();

describe('recording a critical defect', () => {
  test('201: a new one', async () => {
    const answer = await record({ defect_key: 'OPS-1', detected_at: '2026-09-01', severity: '2' });
    expect([answer.status, answer.body.response_detail]).toEqual([201, 'The defect was recorded.']);
    expect(answer.body.action_em).toBe('action_defect_created');
    expect(answer.body.critical_defect).toEqual({
      id: expect.any(Number),
      defect_key: 'OPS-1',
      detected_at: '2026-09-01T00:00:00Z',
    });
  });

  test('200: which defect it is and when it was detected, also where only a fix is told', async () => {
    const { body: recorded } = await record({ defect_key: 'OPS-30', detected_at: '2026-09-03T10:00:00Z' });
    const { body: fixed } = await record({ defect_key: 'OPS-30', fix_released_at: '2026-09-04' });
    expect(fixed.critical_defect).toEqual(recorded.critical_defect);
    const moved = await record({ defect_key: 'OPS-30', detected_at: '2026-09-02T10:00:00Z' });
    expect([moved.status, moved.body.critical_defect.detected_at]).toEqual([200, '2026-09-02T10:00:00Z']);
    const { body: listed } = await service.call('GET', '/critical_defects?resource_path=acme');
    const ids = listed.critical_defects.map((one: { id: number }) => one.id);
    expect(ids).toContain(recorded.critical_defect.id);
  });

  test('200: the same again changes nothing', async () => {
    const call = { defect_key: 'OPS-2', detected_at: '2026-09-01' };
    expect((await record(call)).status).toBe(201);
    const again = await record(call);
    expect([again.status, again.body.response_detail]).toEqual([200, 'The defect is up to date.']);
  });

  test('201: fixed now, told twice, is two fixes; the same time told twice is one', async () => {
    await record({ defect_key: 'OPS-20', detected_at: '2026-09-01' });
    const fixed = async (fields: Record<string, string>) => (await record({ defect_key: 'OPS-20', ...fields })).status;
    expect([await fixed({ fix_released_now: 'true' }), await fixed({ fix_released_now: 'true' })]).toEqual([201, 201]);
    const time = { fix_released_at: '2026-09-02' };
    expect([await fixed(time), await fixed(time)]).toEqual([201, 200]);
  });

  test('400: a description past 16,384 characters', async () => {
    const call = { defect_key: 'LONG-1', detected_at: '2026-09-01' };
    expect((await record({ ...call, description: 'x'.repeat(16_384) })).status).toBe(201);
    const refused = await record({ ...call, description: 'x'.repeat(16_385) });
    expect([refused.status, paramsOf(refused)]).toEqual([400, ['description']]);
  });

  test('201: a fix of a known one, once', async () => {
    await record({ defect_key: 'OPS-3', detected_at: '2026-09-01' });
    const fix = { defect_key: 'OPS-3', fix_released_at: '2026-09-02' };
    const fixed = await record(fix);
    expect([fixed.status, fixed.body.response_detail]).toEqual([201, 'The fix was recorded.']);
    expect((await record(fix)).status).toBe(200);
  });

  test('201: with its fix by a commit that is not imported yet, and while analytics is unavailable', async () => {
    service.analytics.available = false;
    const fix = { defect_key: 'OPS-4', detected_now: 'true', fix_released_sha: 'a'.repeat(40) };
    expect((await record(fix)).status).toBe(201);
    service.analytics.available = true;
  });

  test('400: every faulty parameter is named', async () => {
    const answer = await record({ defect_key: ' ?', detected_at: 'soon', severity: 'high', fix_released_sha: 'x' });
    expect(answer.status).toBe(400);
    expect(paramsOf(answer)).toEqual(['defect_key', 'detected_at', 'fix_released_sha', 'severity']);
    const ahead = await record({ defect_key: ' ?', detected_at: '2126-01-01', fix_pushed_at: '2126-01-02' });
    expect(paramsOf(ahead)).toEqual(['defect_key', 'detected_at', 'fix_pushed_at']);
  });

  test('400: a new one needs the time of its detection', async () => {
    const answer = await record({ defect_key: 'OPS-5' });
    expect([answer.status, answer.body.errors[0].code_em]).toEqual([400, 'missing']);
    expect(paramsOf(answer)).toEqual(['detected_at']);
  });

  test('400: parameters that contradict each other', async () => {
    const answer = await record({
      defect_key: 'OPS-6',
      detected_at: '2026-09-01',
      detected_now: 'true',
      fix_released_at: '2026-09-02',
      fix_released_now: 'true',
    });
    expect(answer.status).toBe(400);
    expect(paramsOf(answer)).toEqual(['detected_now', 'fix_released_now']);
  });

  test('400: times more than a day ahead, and a fix before the detection that is on record', async () => {
    const ahead = await record({ defect_key: 'OPS-20', detected_at: '2126-01-01', fix_released_at: '2126-01-02' });
    expect([ahead.status, paramsOf(ahead)]).toEqual([400, ['detected_at', 'fix_released_at']]);
    await record({ defect_key: 'OPS-21', detected_at: '2026-09-03' });
    const early = await record({ defect_key: 'OPS-21', fix_released_at: '2026-09-01' });
    expect([early.status, early.body.errors[0].code_em, paramsOf(early)]).toEqual([
      400,
      'contradiction',
      ['fix_released_at'],
    ]);
  });

  test('400: a detection moved behind a fix that is recorded; one that is told as now, or a commit’s time, does not count', async () => {
    const key = { defect_key: 'OPS-23' };
    await record({ ...key, detected_at: '2026-09-01', fix_released_at: '2026-09-03T10:00:00Z' });
    const late = await record({ ...key, detected_at: '2026-09-04' });
    expect([late.status, late.body.errors]).toEqual([
      400,
      [
        {
          param: 'detected_at',
          code_em: 'contradiction',
          detail: 'detected_at must not be after the fix of the defect that is recorded at 2026-09-03T10:00:00Z.',
        },
      ],
    ]);
    const again = await record({ ...key, detected_at: '2026-09-04', fix_released_at: '2026-09-05' });
    expect([again.status, paramsOf(again)]).toEqual([400, ['detected_at']]);
    const moved = await record({ ...key, detected_at: '2026-09-03T10:00:00Z' });
    expect([moved.status, moved.body.critical_defect.detected_at]).toEqual([200, '2026-09-03T10:00:00Z']);
    expect((await record({ ...key, detected_now: 'true' })).status).toBe(200);

    const sha = '9'.repeat(40);
    const time = '2026-09-01T00:00:00Z';
    service.commits.push({ repoId: APP.id, sha, authoredAt: time, committedAt: time, onDefaultBranch: true });
    await record({ defect_key: 'OPS-24', detected_at: '2026-08-01', fix_released_sha: sha });
    expect((await record({ defect_key: 'OPS-24', detected_at: '2026-09-03' })).status).toBe(200);
  });

  test('201: a fix by a commit older than the detection, which took no time', async () => {
    const sha = 'd'.repeat(40);
    const time = '2026-09-01T00:00:00Z';
    service.commits.push({ repoId: APP.id, sha, authoredAt: time, committedAt: time, onDefaultBranch: true });
    const fixed = await record({ defect_key: 'OPS-22', detected_at: '2026-09-03', fix_released_sha: sha });
    expect(fixed.status).toBe(201);
    const { body } = await service.call('GET', '/critical_defects?resource_path=acme');
    expect(body.critical_defects.find((one: { defectKey: string }) => one.defectKey === 'OPS-22')).toMatchObject({
      hoursToFirstActivity: 0,
      minutesToFirstActivity: 0,
      minutesToResolved: 0,
    });
  });

  test('400: a fix without a repo, and a commit of another repo', async () => {
    const fix = { defect_key: 'OPS-7', detected_now: 'true', fix_released_now: 'true' };
    expect(paramsOf(await record({ ...fix, resource_path: 'acme' }))).toEqual(['resource_path']);
    expect(paramsOf(await record({ ...fix, fix_repo_path: 'acme/web' }))).toEqual(['fix_repo_path']);
    const sha = 'b'.repeat(40);
    service.commits.push({
      repoId: SITE.id,
      sha,
      authoredAt: '2026-09-01T00:00:00Z',
      committedAt: '2026-09-01T00:00:00Z',
      onDefaultBranch: true,
    });
    const elsewhere = await record({ defect_key: 'OPS-7', detected_now: 'true', fix_released_sha: sha });
    expect([elsewhere.status, paramsOf(elsewhere)]).toEqual([400, ['fix_released_sha']]);
  });

  test('401: without a principal', async () => {
    const answer = await service.call('POST', '/critical_defects', { headers: { 'x-linescope-principal': '' } });
    expect(answer.status).toBe(401);
  });

  test('404: a repo of the fix that the caller cannot see, by its parameter', async () => {
    const fix = { fix_released_now: 'true', fix_repo_path: 'acme/web/nowhere' };
    const answer = await record({ defect_key: 'OPS-30', detected_at: '2026-09-01', ...fix });
    expect([answer.status, paramsOf(answer)]).toEqual([404, ['fix_repo_path']]);
  });

  test('404: a resource that the caller cannot see', async () => {
    const call = { defect_key: 'OPS-8', detected_now: 'true' };
    for (const path of ['globex', 'acme/web/none', 'acme/none'])
      expect((await record({ ...call, resource_path: path })).status).toBe(404);
  });

  test('409: a fix of a defect that is not known', async () => {
    const answer = await record({ defect_key: 'OPS-9', fix_released_now: 'true' });
    expect([answer.status, paramsOf(answer)]).toEqual([409, ['defect_key']]);
  });

  test('503: identity cannot be reached', async () => {
    service.identity.available = false;
    expect((await record({ defect_key: 'OPS-10', detected_now: 'true' })).status).toBe(503);
    service.identity.available = true;
  });
});

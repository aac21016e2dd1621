import { TEST_PRINCIPAL } from '@linescope/test-kit/test-service';
import { beforeAll, describe, expect, test } from 'vitest';
import { applyReleaseRules } from '../actions/apply-release-rules.ts';
import { APP, type DefectsReleases, startDefectsReleases } from '../testing/start-defects-releases.ts';

let service: DefectsReleases;
beforeAll(async () => {
  service = await startDefectsReleases({ release_rules: { tag_pattern: 'v*' } });
});

const sha = (mark: string) => mark.padEnd(40, '0');
const at = (day: number) => `2026-09-0${day}T10:00:00Z`;
const record = async (path: string, fields: Record<string, string>) => {
  const answer = await service.call('POST', path, { form: { resource_path: 'acme/web/app', ...fields } });
  expect(answer.status).toBe(201);
  return answer.body;
};
const release = async (fields: Record<string, string>): Promise<number> =>
  (await record('/releases', fields)).release.id;
const names = async (): Promise<(string | null)[]> =>
  (await service.call('GET', '/releases?resource_path=acme&start_date=2026-01-01')).body.releases.map(
    (one: { name: string | null }) => one.name,
  );
const defectOf = async (key: string) =>
  (await service.call('GET', '/critical_defects?resource_path=acme&start_date=2026-01-01')).body.critical_defects.find(
    (one: { defectKey: string }) => one.defectKey === key,
  );
const removeDefect = (key: string, as = TEST_PRINCIPAL) =>
  service.call('DELETE', `/critical_defects?defect_key=${encodeURIComponent(key)}`, { as });

describe('removing a release', () => {
  test('takes the fixes that it brought, and leaves those recorded by themselves', async () => {
    await record('/critical_defects', { defect_key: 'FIXED-1', detected_at: at(1) });
    await record('/critical_defects', { defect_key: 'FIXED-2', detected_at: at(1) });
    await record('/critical_defects', { defect_key: 'FIXED-2', fix_released_at: at(2) });
    const id = await release({
      name: 'wrong',
      released_at: at(3),
      release_sha: sha('a1'),
      'defect_keys[]': 'FIXED-1',
    });
    await service.call('POST', '/releases', {
      form: { resource_path: 'acme/web/app', name: 'wrong', release_sha: sha('a1'), 'defect_keys[]': 'FIXED-2' },
    });
    expect((await defectOf('FIXED-1')).resolvedAt).not.toBeNull();
    const removed = await service.call('DELETE', `/releases/${id}`);
    expect([removed.status, removed.body]).toEqual([
      200,
      expect.objectContaining({ id, response_detail: 'The release wrong of web/app is removed.' }),
    ]);
    expect(await names()).not.toContain('wrong');
    expect((await defectOf('FIXED-1')).resolvedAt).toBeNull();
    expect((await defectOf('FIXED-2')).resolvedAt).toBe('September 2, 2026 10:00 UTC');
    expect((await service.call('DELETE', `/releases/${id}`)).status).toBe(404);
  });

  test('keeps a rule from recording it again, until somebody does', async () => {
    const tags = [{ name: 'v9', sha: sha('b9'), taggedAt: at(4) }];
    const tag = () => applyReleaseRules(service.started.context, 1, APP.id, { tags, tips: [], merges: [] });
    await tag();
    const listed = await service.call('GET', '/releases?resource_path=acme&start_date=2026-01-01');
    const { id } = listed.body.releases.find((one: { name: string }) => one.name === 'v9');
    expect((await service.call('DELETE', `/releases/${id}`)).status).toBe(200);
    await tag();
    expect(await names()).not.toContain('v9');
    await release({ name: 'v9', release_sha: sha('b9'), released_at: at(4) });
    expect(await names()).toContain('v9');
  });

  test('403: by a member; 404: one of another entity, which stays', async () => {
    const id = await release({ name: 'kept', released_at: at(5), release_sha: sha('c1') });
    const as = { ...TEST_PRINCIPAL, role: 'member' as const };
    expect((await service.call('DELETE', `/releases/${id}`, { as })).status).toBe(403);
    const other = { ...TEST_PRINCIPAL, entityId: 2, entitySlug: 'rival' };
    expect((await service.call('DELETE', `/releases/${id}`, { as: other })).status).toBe(404);
    expect(await names()).toContain('kept');
  });
});

describe('removing a defect', () => {
  test('takes its fixes, leaves the releases that carried them, and frees its key', async () => {
    await record('/critical_defects', { defect_key: 'GONE#1/x', detected_at: at(1) });
    await release({ name: 'carrier', released_at: at(6), release_sha: sha('d1'), 'defect_keys[]': 'GONE#1/x' });
    expect((await removeDefect('GONE#1/x')).body).toMatchObject({ defect_key: 'GONE#1/x' });
    expect(await defectOf('GONE#1/x')).toBeUndefined();
    expect(await names()).toContain('carrier');
    await record('/critical_defects', { defect_key: 'GONE#1/x', detected_at: at(2) });
    expect((await defectOf('GONE#1/x')).resolvedAt).toBeNull();
  });

  test('403: by a member; 404: an unknown key, or one of another entity', async () => {
    await record('/critical_defects', { defect_key: 'KEPT-1', detected_at: at(1) });
    expect((await removeDefect('KEPT-1', { ...TEST_PRINCIPAL, role: 'member' })).status).toBe(403);
    expect((await removeDefect('KEPT-1', { ...TEST_PRINCIPAL, entityId: 2, entitySlug: 'rival' })).status).toBe(404);
    expect((await removeDefect('NEVER-1')).body.errors[0]).toMatchObject({ param: 'defect_key' });
    expect(await defectOf('KEPT-1')).toBeDefined();
  });
});

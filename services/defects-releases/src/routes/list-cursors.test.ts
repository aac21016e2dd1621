import { tamperedCursors } from '@linescope/test-kit/tampered-cursors';
import { beforeAll, describe, expect, test } from 'vitest';
import { type DefectsReleases, startDefectsReleases } from '../testing/start-defects-releases.ts';

let service: DefectsReleases;
const record = (path: string, fields: Record<string, string>) =>
  service.call('POST', path, { form: { resource_path: 'acme/web/app', ...fields } });

const LISTS = {
  '/critical_defects': {
    field: 'critical_defects',
    nameOf: (one: Record<string, string>) => one['defectKey'] ?? '',
    record: (name: string, at: string) => record('/critical_defects', { defect_key: name, detected_at: at }),
    remove: (one: Record<string, string>) => service.call('DELETE', `/critical_defects?defect_key=${one['defectKey']}`),
  },
  '/releases': {
    field: 'releases',
    nameOf: (one: Record<string, string>) => one['name'] ?? '',
    record: (name: string, at: string) => record('/releases', { name, released_at: at, release_sha: 'a'.repeat(40) }),
    remove: (one: Record<string, string>) => service.call('DELETE', `/releases/${one['id']}`),
  },
};
const QUERY = 'resource_path=acme&start_date=2026-01-01&per_page=3';

beforeAll(async () => {
  service = await startDefectsReleases();
});

describe.each(Object.entries(LISTS))('by cursor, %s', (path, list) => {
  const names = Array.from({ length: 10 }, (_, nth) => `N-${nth}`);
  const fill = async () => {
    for (const [nth, name] of names.entries()) await list.record(name, `2026-01-${10 + nth}T10:00:00Z`);
  };
  const page = async (query: string) => (await service.call('GET', `${path}?${query}`)).body;

  test('shows every record although those that were shown are removed', async () => {
    await fill();
    const shown: string[] = [];
    for (let body = await page(QUERY); ; body = await page(`${QUERY}&cursor=${body.next_cursor}`)) {
      for (const one of body[list.field]) {
        shown.push(list.nameOf(one));
        expect((await list.remove(one)).status).toBe(200);
      }
      if (body.next_cursor === null) break;
    }
    expect(shown).toEqual(names.toReversed());
  });

  test('repeats nothing although a record that was shown comes to stand before all others', async () => {
    await fill();
    const first = await page(QUERY);
    await list.record(list.nameOf(first[list.field].at(-1)), '2026-02-20T10:00:00Z');
    const rest = await page(`per_page=100&cursor=${first.next_cursor}`);
    expect(rest[list.field].map(list.nameOf)).toEqual(names.slice(0, 7).toReversed());
    expect(rest.next_cursor).toBeNull();
  });

  test('400: one that the list did not give', async () => {
    const { next_cursor: other } = await page(QUERY);
    const elsewhere = Object.keys(LISTS).find((name) => name !== path);
    for (const cursor of tamperedCursors(path, { resource_path: 'acme' })) {
      const { status, body } = await service.call('GET', `${path}?cursor=${cursor}`);
      expect([cursor, status, body.errors[0].param]).toEqual([cursor, 400, 'cursor']);
    }
    const { status, body } = await service.call('GET', `${elsewhere}?cursor=${other}`);
    expect([status, body.errors[0].param]).toEqual([400, 'cursor']);
  });
});

describe('a list of releases that was asked for by POST', () => {
  const namesOf = ({ body }: Awaited<ReturnType<typeof record>>) =>
    body.releases.map((release: { name: string }) => release.name);

  test('goes on by its cursor, which is all that must be given, and fixes its range for GET too', async () => {
    const list = (form: Record<string, string>) => service.call('POST', '/releases', { form });
    const first = await list({
      resource_path: 'acme',
      start_date: '2026-01-11',
      end_date: '2026-01-14',
      per_page: '2',
    });
    expect(namesOf(first)).toEqual(['N-4', 'N-3']);
    const cursor = first.body.next_cursor;
    expect(namesOf(await list({ cursor }))).toEqual(['N-2', 'N-1']);
    const byGet = await service.call('GET', `/releases?resource_path=acme&cursor=${cursor}`);
    expect([namesOf(byGet), byGet.body.total_count]).toEqual([['N-2', 'N-1'], 4]);
    const recording = await list({ resource_path: 'acme/web/app', release_now: 'true', cursor });
    expect([recording.status, recording.body.errors[0].param]).toEqual([400, 'cursor']);
  });
});

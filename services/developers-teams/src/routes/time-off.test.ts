import { timeOffChanged } from '@linescope/contract/events/developers-teams-events';
import type { Principal } from '@linescope/contract/principal';
import { eventually } from '@linescope/test-kit/eventually';
import { beforeAll, describe, expect, test } from 'vitest';
import { type DevelopersTeams, startDevelopersTeams } from '../testing/start-developers-teams.ts';

let service: DevelopersTeams;
let admin: Principal;
const change = (kind: 'record' | 'remove', form: Record<string, string>, as = admin) =>
  service.call('POST', `/developers/${kind}_time_off`, { as, form: { resource_path: 'acme', ...form } });

beforeAll(async () => {
  service = await startDevelopersTeams();
  admin = await service.user('acme');
  const api = await service.repo(admin.entityId, 'acme/api');
  await service.repo(admin.entityId, 'acme/web');
  await service.addCommitters(admin.entityId, ['ada', 'bob', 'cleo'], { repoId: api });
});

describe('POST /developers/record_time_off', () => {
  test('201: whole days with both ends, merged with what touches them, published as all ranges', async () => {
    const received = service.collect(timeOffChanged);
    const first = await change('record', {
      committer_user_name: 'ada',
      start_date: '2026-12-24',
      end_date: '2026-12-26',
    });
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      action_em: 'action_record_time_off',
      response_em: 'response_success',
      days_off_in_range_count: 3,
      full_success: true,
      start_date: '2026-12-24',
      end_date: '2026-12-26',
      user_name: 'ada',
    });
    const overlapping = await change('record', {
      committer_identifier: 'ada@acme.example',
      start_date: '2026-12-26',
      end_date: '2026-12-28',
    });
    expect([overlapping.status, overlapping.body]).toMatchObject([
      201,
      { days_off_in_range_count: 3, full_success: false },
    ]);
    const known = await change('record', { committer_user_name: 'ada', start_date: '2026-12-24' });
    expect([known.status, known.body.full_success]).toEqual([200, false]);
    await eventually(() => received.length === 2);
    expect(received[1]?.ranges).toEqual([{ startDate: '2026-12-24', endDate: '2026-12-28' }]);
  });

  test("201: one day without an end; a member's own without a name", async () => {
    const bob = await service.user('acme', 'member', 'bob@acme.example');
    const answer = await change('record', { start_date: '2026-05-01' }, bob);
    expect(answer.body).toMatchObject({ user_name: 'bob', end_date: '2026-05-01', days_off_in_range_count: 1 });
  });

  test('404: for another developer by a member, as for one who does not exist', async () => {
    const bob = await service.user('acme', 'member', 'bob@acme.example');
    const forbidden = await change('record', { committer_user_name: 'ada', start_date: '2026-05-01' }, bob);
    const unknown = await change('record', { committer_user_name: 'nobody', start_date: '2026-05-01' }, bob);
    expect([forbidden.status, unknown.status]).toEqual([404, 404]);
    expect(forbidden.body.errors).toEqual(unknown.body.errors);
    const beside = async (identifier: string) => {
      const form = { committer_user_name: 'bob', committer_identifier: identifier, start_date: '2026-05-01' };
      const { status, body } = await change('record', form, bob);
      return [status, body.response_detail, body.errors];
    };
    expect(await beside('ada')).toEqual(await beside('nobody'));
  });

  test('404: both names are told where neither is known', async () => {
    const form = { committer_user_name: 'no-one', committer_identifier: 'nobody', start_date: '2026-05-01' };
    const { status, body } = await change('record', form);
    expect([status, body.errors.map((error: { param: string }) => error.param)]).toEqual([
      404,
      ['committer_user_name', 'committer_identifier'],
    ]);
  });

  test('404: in a repo where the developer never committed', async () => {
    const form = { committer_user_name: 'ada', start_date: '2026-05-01' };
    expect((await change('record', { ...form, resource_path: 'acme/acme/web' })).status).toBe(404);
    expect((await change('record', { ...form, resource_path: 'acme/acme/api' })).status).toBe(201);
  });

  test('400: an end before the start, a day that does not exist, two developers, or nobody', async () => {
    const paramsOf = async (form: Record<string, string>) =>
      (await change('record', form)).body.errors?.map((error: { param: string }) => error.param);
    expect(await paramsOf({ committer_user_name: 'ada', start_date: '2026-05-02', end_date: '2026-05-01' })).toEqual([
      'end_date',
    ]);
    expect(await paramsOf({ committer_user_name: 'ada', start_date: '2026-02-30' })).toEqual(['start_date']);
    const two = { committer_user_name: 'ada', committer_identifier: 'bob', start_date: '2026-05-01' };
    expect(await paramsOf(two)).toEqual(['committer_identifier']);
    expect(await paramsOf({ start_date: '2026-05-01' })).toEqual(['committer_user_name']);
  });
});

describe('POST /developers/remove_time_off', () => {
  test('200: splits a record, and says when part of the range was not recorded', async () => {
    const received = service.collect(timeOffChanged);
    const who = { committer_user_name: 'cleo' };
    await change('record', { ...who, start_date: '2026-07-01', end_date: '2026-07-10' });
    const middle = await change('remove', { ...who, start_date: '2026-07-04', end_date: '2026-07-05' });
    expect(middle.status).toBe(200);
    expect(middle.body).toMatchObject({
      action_em: 'action_remove_time_off',
      days_off_in_range_count: 0,
      full_success: true,
    });
    const beyond = await change('remove', { ...who, start_date: '2026-07-09', end_date: '2026-07-12' });
    expect(beyond.body.full_success).toBe(false);
    await eventually(() => received.length === 3);
    expect(received[2]?.ranges).toEqual([
      { startDate: '2026-07-01', endDate: '2026-07-03' },
      { startDate: '2026-07-06', endDate: '2026-07-08' },
    ]);
  });

  test('200: two at once lose nothing', async () => {
    const who = { committer_user_name: 'bob' };
    const days = Array.from({ length: 10 }, (_, index) => `2026-08-${String(index * 2 + 1).padStart(2, '0')}`);
    await Promise.all(days.map((start_date) => change('record', { ...who, start_date })));
    const all = await change('remove', { ...who, start_date: '2026-08-01', end_date: '2026-08-31' });
    expect(all.body.full_success).toBe(false);
    const recorded = await change('record', { ...who, start_date: '2026-08-01', end_date: '2026-08-31' });
    expect(recorded.body).toMatchObject({ full_success: true, days_off_in_range_count: 31 });
  });
});

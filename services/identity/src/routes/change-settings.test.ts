import { testNats } from '@linescope/test-kit/test-nats';
import { testService } from '@linescope/test-kit/test-service';
import { expect, test } from 'vitest';
import { identityService } from '../service.ts';
import { makeTenant } from '../testing/make-tenant.ts';

const nats = await testNats();
const identity = await testService(identityService, { NATS_URL: nats.url, NATS_NAMESPACE: nats.namespace });
const admin = (await makeTenant(identity.started.context, { slug: 'acme' })).principal;
const manager = (await makeTenant(identity.started.context, { slug: 'acme', role: 'manager' })).principal;

const show = async () => (await identity.call('GET', '/settings', { as: admin })).body.settings;
const change = (json: unknown) => identity.call('PUT', '/settings', { as: admin, json });

test('200: an admin reads the settings of their entity', async () => {
  expect(await show()).toMatchObject({
    time_zone: 'UTC',
    business_day_start: '09:00',
    holidays: [],
    seat_limit: null,
    diff_delta_weights: null,
    diff_delta_version: 1,
  });
});

test('200: what is given changes, the rest stays', async () => {
  const { status, body } = await change({ time_zone: 'europe/zurich', holidays: ['2026-12-25'] });
  expect([status, body.settings.time_zone, body.settings.holidays]).toEqual([200, 'Europe/Zurich', ['2026-12-25']]);
  expect(await show()).toEqual(body.settings);
  const form = await identity.call('PUT', '/settings', {
    as: admin,
    form: { import_window: '365', diff_delta_weights: '{"proximity":40}' },
  });
  expect(form.body.settings).toMatchObject({
    time_zone: 'Europe/Zurich',
    import_window: 365,
    diff_delta_weights: { proximity: 40, operation: { del: 25 } },
    diff_delta_version: 2,
  });
});

test('200: the same weights are the same version, and none are the first weights again', async () => {
  expect((await change({ diff_delta_weights: { proximity: 40 } })).body.settings.diff_delta_version).toBe(2);
  const { body } = await change({ diff_delta_weights: 'null', import_window: 'null' });
  expect(body.settings).toMatchObject({ diff_delta_weights: null, diff_delta_version: 3, import_window: null });
});

test('200: seats are the operator’s, and are named as ignored', async () => {
  const { status, headers } = await change({ seat_limit: 3 });
  expect([status, headers.get('x-ignored-parameters')]).toEqual([200, 'seat_limit']);
  expect((await show()).seat_limit).toBeNull();
});

test('400: every wrong setting is named at once', async () => {
  const { status, body } = await change({
    time_zone: 'Mars/Base',
    diff_delta_weights: { operation: { add: -1, jump: 2 }, category: { test: 'many' }, divisor: 0, proximity: 1e9 },
  });
  expect(status).toBe(400);
  expect(body.errors.map(({ param }: { param: string }) => param).toSorted()).toEqual([
    'diff_delta_weights.category.test',
    'diff_delta_weights.divisor',
    'diff_delta_weights.operation.add',
    'diff_delta_weights.operation.jump',
    'diff_delta_weights.proximity',
    'time_zone',
  ]);
  expect((await show()).diff_delta_version).toBe(3);
});

test('400: contradictions are named beside what is malformed', async () => {
  const params = async (json: unknown) =>
    (await change(json)).body.errors.map(({ param }: { param: string }) => param).toSorted();
  const malformed = { holidays: ['2026-02-30'] };
  expect(
    await params({ ...malformed, time_zone: 'Mars/Base', business_day_start: '18:00', business_day_end: '09:00' }),
  ).toEqual(['business_day_end', 'holidays.0', 'time_zone']);
  expect(await params({ business_day_start: '25:00', business_day_end: '00:00' })).toEqual(['business_day_start']);
});

test('400: what a setting must be is said as of every parameter', async () => {
  const faults = async (json: unknown) =>
    (await change(json)).body.errors.map(({ detail }: { detail: string }) => detail);
  expect(await faults({ holidays: ['2026-12-25', '25.12.2026'], business_day_start: '9' })).toEqual([
    'business_day_start must be a time such as 09:00.',
    'holidays.1 must be a day that exists, as YYYY-MM-DD.',
  ]);
  expect(
    await faults({
      import_window: 'soon',
      allowed_origins: ['reports.example.com'],
      critical_defect_rule: { types: 'Bug' },
      release_rules: { tag_pattern: 3 },
    }),
  ).toEqual([
    'import_window must be a number of days, a day as YYYY-MM-DD, or all.',
    'allowed_origins.0 must be an origin such as https://reports.example.com.',
    'critical_defect_rule.types must be a list of texts.',
    'critical_defect_rule.priorities must be a list of texts.',
    'release_rules.tag_pattern must be text.',
  ]);
});

test('403: a manager neither reads nor changes them', async () => {
  expect((await identity.call('GET', '/settings', { as: manager })).status).toBe(403);
  expect((await identity.call('PUT', '/settings', { as: manager, json: { time_zone: 'UTC' } })).status).toBe(403);
});

import { DEFAULT_ENTITY_SETTINGS } from '@linescope/contract/entity-settings';
import { testService } from '@linescope/test-kit/test-service';
import { beforeAll, describe, expect, test } from 'vitest';
import { changeSettings } from '../actions/change-settings.ts';
import { identityService } from '../service.ts';
import { identityClient } from '../testing/identity-client.ts';
import { makeTenant, type Tenant } from '../testing/make-tenant.ts';

const start = async () => {
  const service = await testService(identityService);
  return { context: service.started.context, client: identityClient(service.started.grpcPort) };
};
let identity: Awaited<ReturnType<typeof start>>;
let acme: Tenant;
let entityId = 0;

beforeAll(async () => {
  identity = await start();
  acme = await makeTenant(identity.context, { slug: 'acme', email: 'ada@acme.example' });
  entityId = acme.principal.entityId;
});

describe('a user', () => {
  test('is found by email or user name in any case, or by id, within the entity only', async () => {
    const other = await makeTenant(identity.context, { slug: 'globex', email: 'bob@globex.example' });
    const find = async (request: { identifiers?: string[]; userIds?: number[] }) =>
      (await identity.client.findUsers({ entityId, ...request })).users.map((user) => user.email);
    expect(await find({ identifiers: ['ADA@acme.example'] })).toEqual(['ada@acme.example']);
    expect(await find({ identifiers: ['Ada'] })).toEqual(['ada@acme.example']);
    expect(await find({ userIds: [acme.principal.userId, other.principal.userId] })).toEqual(['ada@acme.example']);
    expect(await find({ identifiers: ['bob@globex.example', 'bob'] })).toEqual([]);
  });

  test('is made where there is none, and a role is raised but never lowered', async () => {
    const ensure = async (role: string, fullName = '') =>
      (await identity.client.ensureUser({ entityId, email: ' Grace@Acme.example ', fullName, role })).user;
    const made = await ensure('manager', 'Grace Hopper');
    expect(made).toMatchObject({ email: 'grace@acme.example', userName: 'grace', fullName: 'Grace Hopper' });
    expect(await ensure('member', 'Someone')).toEqual(made);
    expect((await ensure('admin'))?.role).toBe('admin');
  });

  test('cannot be made a super admin by a service, nor from a broken address, nor in no entity', async () => {
    const refused = { email: 'x@acme.example', role: 'member', entityId };
    await expect(identity.client.ensureUser({ ...refused, role: 'super_admin' })).rejects.toThrow('role');
    await expect(identity.client.ensureUser({ ...refused, email: 'nobody' })).rejects.toThrow('email');
    await expect(identity.client.ensureUser({ ...refused, entityId: 999_999 })).rejects.toThrow('no such entity');
  });

  test('made by several services at once is one user', async () => {
    const request = { entityId, email: 'many@acme.example', role: 'member' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => identity.client.ensureUser(request)));
    expect(new Set(answers.map((answer) => answer.user?.id)).size).toBe(1);
  });
});

describe('the settings of an entity', () => {
  test('have their defaults, then what was set', async () => {
    const read = async () => JSON.parse((await identity.client.getEntitySettings({ entityId })).settingsJson);
    expect(await read()).toEqual(DEFAULT_ENTITY_SETTINGS);
    const settings = { time_zone: 'Asia/Tokyo', seat_limit: 3 };
    await identity.context.postgres.transaction((tx) =>
      changeSettings(tx, identity.context.outbox, { entitySlug: 'acme', settings, actor: 'test' }),
    );
    expect(await read()).toEqual({ ...DEFAULT_ENTITY_SETTINGS, ...settings });
  });

  test('of an unknown entity are not found', async () => {
    expect((await identity.client.getEntitySettings({ entityId: 999_999 })).found).toBe(false);
  });
});

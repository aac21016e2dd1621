import { testNats } from '@linescope/test-kit/test-nats';
import { testService } from '@linescope/test-kit/test-service';
import { expect, test } from 'vitest';
import { identityService } from '../service.ts';
import { findMember } from '../store/members.ts';
import { makeTenant } from '../testing/make-tenant.ts';
import { ensureUser } from './ensure-user.ts';

const nats = await testNats();
const identity = await testService(identityService, { NATS_URL: nats.url, NATS_NAMESPACE: nats.namespace });

test('an entity names a member as it was told itself, and learns no name from another', async () => {
  const { context } = identity.started;
  const email = 'ada@shared.example';
  const add = async (slug: string, fullName: string | null) => {
    const { entityId } = (await makeTenant(context, { slug })).principal;
    const wanted = { entityId, email, fullName, avatarUrl: null, role: 'member', actor: 'test' } as const;
    const member = await context.postgres.transaction((tx) => ensureUser(tx, context.outbox, wanted));
    return { entityId, member };
  };
  const first = await add('first', 'Ada Lovelace');
  expect(first.member).toMatchObject({ fullName: 'Ada Lovelace', userName: 'ada' });
  const rival = await add('rival', null);
  expect(rival.member).toMatchObject({ id: first.member.id, fullName: null, userName: 'ada' });
  expect(await findMember(context.postgres, rival.entityId, rival.member.id)).toMatchObject({ fullName: null });
  expect(await findMember(context.postgres, first.entityId, first.member.id)).toMatchObject({
    fullName: 'Ada Lovelace',
  });
  expect(await add('third', 'A. King')).toMatchObject({ member: { fullName: 'A. King' } });
});

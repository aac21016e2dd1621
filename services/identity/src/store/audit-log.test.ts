import { testService } from '@linescope/test-kit/test-service';
import { expect, test } from 'vitest';
import { identityService } from '../service.ts';
import { makeTenant } from '../testing/make-tenant.ts';
import { listAudit, writeReportedAct } from './audit-log.ts';

test('an act that another service reports twice is one line, and one of an entity that has left is none', async () => {
  const { context } = (await testService(identityService)).started;
  const { entityId } = (await makeTenant(context, { slug: 'acme' })).principal;
  const act = {
    entityId,
    actor: 'token:1',
    action: 'identity_split',
    eventId: 'one',
    at: new Date(),
    traceIdentifier: null,
  };
  await writeReportedAct(context.postgres, act);
  await writeReportedAct(context.postgres, act);
  await writeReportedAct(context.postgres, { ...act, entityId: entityId + 1, eventId: 'two' });
  const lines = await listAudit(context.postgres, null, 100);
  expect(lines.filter(({ action }) => action === 'identity_split')).toMatchObject([{ entity_id: entityId }]);
});

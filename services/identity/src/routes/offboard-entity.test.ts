import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceSettings } from '@linescope/chassis/config/settings';
import { openBroker } from '@linescope/chassis/events/broker';
import { openOutbox } from '@linescope/chassis/events/outbox';
import { publishRaw } from '@linescope/chassis/events/publish';
import { eventSubject } from '@linescope/chassis/events/subjects';
import { deleteRowsOf, offboardEntity } from '@linescope/chassis/offboarding/offboard-entity';
import { migratePostgres } from '@linescope/chassis/postgres/migrate';
import { openPostgres, type Queryable } from '@linescope/chassis/postgres/postgres';
import { openRpcClient } from '@linescope/chassis/rpc/rpc-client';
import { defineService } from '@linescope/chassis/service/run-service';
import { entityOffboarding } from '@linescope/contract/events/identity-events';
import { identityRpc } from '@linescope/proto/services';
import { eventually } from '@linescope/test-kit/eventually';
import { testNats } from '@linescope/test-kit/test-nats';
import { testPostgres } from '@linescope/test-kit/test-postgres';
import { testService } from '@linescope/test-kit/test-service';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { identityService } from '../service.ts';
import { identityClient } from '../testing/identity-client.ts';
import { makeTenant, type Tenant } from '../testing/make-tenant.ts';

/** A service that keeps rows of entities and does its one line for offboarding. */
const keeper = (name: string) =>
  defineService({
    name,
    config: z.object({ ...serviceSettings, IDENTITY_GRPC: z.string() }),
    async start(runtime) {
      const postgres = await openPostgres(runtime);
      const folder = await mkdtemp(join(tmpdir(), 'linescope-migrations-'));
      await writeFile(join(folder, '0001_things.sql'), 'CREATE TABLE things (entity_id bigint NOT NULL)');
      await migratePostgres(postgres, folder);
      const broker = await openBroker(runtime);
      const outbox = await openOutbox(runtime, postgres, broker);
      const identity = openRpcClient(runtime, identityRpc, runtime.config.IDENTITY_GRPC);
      await offboardEntity(runtime, { broker, postgres, outbox, identity }, deleteRowsOf('things'));
      return { httpPort: 0, postgres };
    },
  });

const countOf = async (db: Queryable, sql: string, params: unknown[] = []) =>
  (await db.one(z.object({ count: z.number() }), `SELECT count(*) AS count FROM ${sql}`, params)).count;

async function world(services: string) {
  const [nats, postgres] = await Promise.all([testNats(), testPostgres('identity')]);
  const broker = { NATS_URL: nats.url, NATS_NAMESPACE: nats.namespace };
  let grpcPort = '0'; // the same again after a crash
  const startIdentity = async () => {
    const identity = await testService(identityService, {
      ...broker,
      DATABASE_URL: postgres.url,
      OFFBOARDING_SERVICES: services,
      OFFBOARDING_SETTLE_MS: '0',
      GRPC_PORT: grpcPort,
    });
    grpcPort = String(identity.started.grpcPort);
    return identity;
  };
  const startKeeper = (name: string, { started }: Awaited<ReturnType<typeof startIdentity>>) =>
    testService(keeper(name), { ...broker, IDENTITY_GRPC: `127.0.0.1:${started.grpcPort}` });
  return { startIdentity, startKeeper };
}

const offboard = (identity: Awaited<ReturnType<typeof testService>>, as: Tenant, slug: string) =>
  identity.call('POST', '/admin/offboard', { as: as.principal, form: { entity_slug: slug } });

describe('who may offboard', () => {
  const start = async () => {
    const { startIdentity } = await world('nobody');
    const identity = await startIdentity();
    const operator = await makeTenant(identity.started.context, { slug: 'operations', role: 'super_admin' });
    const admin = await makeTenant(identity.started.context, { slug: 'acme', role: 'admin' });
    return { identity, operator, admin };
  };
  let setting: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    setting = await start();
  });

  test('403 for everyone but a super admin, whether or not the slug exists', async () => {
    const { identity, admin } = setting;
    const answers = [await offboard(identity, admin, 'acme'), await offboard(identity, admin, 'nowhere')];
    for (const answer of answers) {
      expect(answer.status).toBe(403);
      expect({ ...answer.body, trace_identifier: '' }).toEqual({ ...answers[0]?.body, trace_identifier: '' });
    }
  });

  test('404 for an entity that does not exist, 400 without one, 409 for the own one', async () => {
    const { identity, operator } = setting;
    expect((await offboard(identity, operator, 'nowhere')).status).toBe(404);
    expect((await offboard(identity, operator, '')).body.errors).toMatchObject([
      { param: 'entity_slug', code_em: 'missing' },
    ]);
    expect((await offboard(identity, operator, 'operations')).status).toBe(409);
  });

  test('202 queues it, a repeat too, and the tokens stop working at once', async () => {
    const { identity, operator, admin } = setting;
    const client = identityClient(identity.started.grpcPort);
    expect((await client.introspect({ token: admin.token })).active).toBe(true);
    const answer = await offboard(identity, operator, 'ACME');
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ action_em: 'action_offboard_entity', response_em: 'response_success' });
    expect((await client.introspect({ token: admin.token })).active).toBe(false);
    expect((await offboard(identity, operator, 'acme')).status).toBe(202);
    const { entityId } = admin.principal;
    const ask = { resourcePath: 'acme', callerEntityId: entityId, callerIsSuperAdmin: true };
    expect((await client.resolveResourcePath(ask)).found).toBe(false);
    expect((await client.getEntitySettings({ entityId })).found).toBe(false);
  });
});

describe('an offboarding', () => {
  test('that identity did not begin removes nothing', async () => {
    const { startIdentity, startKeeper } = await world('alpha');
    const identity = await startIdentity();
    const alpha = await startKeeper('alpha', identity);
    const { entityId } = (await makeTenant(identity.started.context, { slug: 'stays' })).principal;
    await alpha.started.postgres.run('INSERT INTO things VALUES ($1)', [entityId]);
    const { broker } = identity.started;
    const subject = eventSubject(broker.namespace, entityOffboarding, entityId);
    const event = { id: 'forged', type: entityOffboarding.type, entityId, aggregateId: '1', aggregateVersion: 1 };
    const payload = { ...event, occurredAt: new Date().toISOString(), data: { entitySlug: 'stays', round: 1 } };
    await publishRaw(broker, subject, Buffer.from(JSON.stringify(payload)), { messageId: 'forged' });
    const consumed = async () =>
      (await broker.manager.consumers.info(`${broker.namespace}_EVENTS`, 'alpha__identity_entity_offboarding_v1'))
        .ack_floor.consumer_seq;
    await eventually(async () => (await consumed()) === 1);
    expect(await countOf(alpha.started.postgres, 'things')).toBe(1);
  });

  test('removes every row and message of the entity, touches no other, and leaves a tombstone and an audit line', async () => {
    const { startIdentity, startKeeper } = await world('alpha,beta');
    const identity = await startIdentity();
    const [alpha, beta] = await Promise.all([startKeeper('alpha', identity), startKeeper('beta', identity)]);
    const { context, broker } = identity.started;
    const operator = await makeTenant(context, { slug: 'operations', role: 'super_admin' });
    const gone = await makeTenant(context, { slug: 'gone', email: 'only@gone.example' });
    await makeTenant(context, { slug: 'gone', email: 'both@example.com', role: 'member' });
    const kept = await makeTenant(context, { slug: 'kept', email: 'both@example.com' });
    const client = identityClient(identity.started.grpcPort);
    for (const { principal } of [gone, kept]) {
      const repo = { entityId: principal.entityId, gitProviderEm: 'hostC', organizationSlug: 'org', repoSlug: 'repo' };
      await client.registerRepo({ ...repo, externalId: '1' });
      for (const db of [alpha.started.postgres, beta.started.postgres])
        await db.run('INSERT INTO things VALUES ($1), ($1)', [principal.entityId]);
      const subject = `${broker.namespace}.facts.${principal.entityId}.work`;
      await publishRaw(broker, subject, Buffer.from('{}'), { messageId: subject });
      const dead = { 'linescope-original-subject': subject };
      await publishRaw(broker, `${broker.namespace}.dead.someone`, Buffer.from('{}'), {
        messageId: `dead-${principal.entityId}`,
        headers: dead,
      });
    }

    expect((await offboard(identity, operator, 'gone')).status).toBe(202);
    const tombstones = () =>
      context.postgres.many(
        z.object({ entity_slug: z.string(), removed_counts: z.record(z.string(), z.number()) }),
        'SELECT entity_slug, removed_counts FROM tombstones',
      );
    const [tombstone] = await eventually(async () => {
      const found = await tombstones();
      return found.length > 0 && found;
    });
    expect(tombstone).toMatchObject({
      entity_slug: 'gone',
      removed_counts: {
        'alpha.things': 2,
        'beta.things': 2,
        'identity.entities': 1,
        'identity.repos': 1,
        'identity.users': 1,
        'identity.memberships': 2,
      },
    });
    for (const db of [alpha.started.postgres, beta.started.postgres]) {
      expect(await countOf(db, 'things WHERE entity_id = $1', [gone.principal.entityId])).toBe(0);
      expect(await countOf(db, 'things WHERE entity_id = $1', [kept.principal.entityId])).toBe(2);
    }
    const { postgres } = context;
    expect(await countOf(postgres, 'repos WHERE entity_id = $1', [kept.principal.entityId])).toBe(1);
    expect(await countOf(postgres, "users WHERE email = 'both@example.com'")).toBe(1);
    expect(await countOf(postgres, "users WHERE email = 'only@gone.example'")).toBe(0);
    const lines = await postgres.many(
      z.object({ action: z.string(), actor: z.string() }),
      'SELECT action, actor FROM audit_log WHERE entity_id = $1',
      [gone.principal.entityId],
    );
    expect(lines).toEqual([{ action: 'entity_offboarded', actor: `token:${operator.principal.tokenId}` }]);

    const messagesOf = async (stream: string, entityId: number) => {
      const filter = `${broker.namespace}.${stream}.${entityId}.>`;
      const name = `${broker.namespace}_${stream.toUpperCase()}`;
      const { state } = await broker.manager.streams.info(name, { subjects_filter: filter });
      return Object.keys(state.subjects ?? {}).length;
    };
    for (const stream of ['events', 'facts']) {
      expect(await messagesOf(stream, gone.principal.entityId)).toBe(0);
      expect(await messagesOf(stream, kept.principal.entityId)).toBeGreaterThan(0);
    }
    expect((await broker.manager.streams.info(`${broker.namespace}_DEAD`)).state.messages).toBe(1);
    expect((await client.introspect({ token: kept.token })).active).toBe(true);
    expect((await offboard(identity, operator, 'gone')).status).toBe(404);
  });

  test('waits for a service that is away, goes on after a crash of identity, and sweeps again for late rows', async () => {
    const { startIdentity, startKeeper } = await world('alpha,beta');
    const identity = await startIdentity();
    const alpha = await startKeeper('alpha', identity);
    const operator = await makeTenant(identity.started.context, { slug: 'operations', role: 'super_admin' });
    const gone = await makeTenant(identity.started.context, { slug: 'gone' });
    const { entityId } = gone.principal;
    await alpha.started.postgres.run('INSERT INTO things VALUES ($1)', [entityId]);
    await offboard(identity, operator, 'gone');
    await eventually(async () => (await countOf(alpha.started.postgres, 'things')) === 0);
    await alpha.started.postgres.run('INSERT INTO things VALUES ($1)', [entityId]); // written by what was under way
    await identity.stop();

    const again = await startIdentity();
    const { postgres } = again.started.context;
    expect(await countOf(postgres, 'tombstones')).toBe(0);
    expect(await countOf(postgres, 'offboardings')).toBe(1);
    await startKeeper('beta', identity);
    await eventually(async () => (await countOf(postgres, 'tombstones')) === 1);
    expect(await countOf(alpha.started.postgres, 'things')).toBe(0);
    expect(await countOf(postgres, 'offboardings')).toBe(0);
    expect(await countOf(postgres, 'entities WHERE id = $1', [entityId])).toBe(0);
  });
});

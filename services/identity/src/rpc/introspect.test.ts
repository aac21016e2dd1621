import { createHash } from 'node:crypto';
import { tokenChanged } from '@linescope/contract/events/identity-events';
import { SCOPES } from '@linescope/contract/scopes';
import { eventually } from '@linescope/test-kit/eventually';
import { testService } from '@linescope/test-kit/test-service';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { issueToken } from '../actions/issue-token.ts';
import { revokeToken } from '../actions/revoke-token.ts';
import { setRateLimit } from '../actions/set-rate-limit.ts';
import { setRole } from '../actions/set-role.ts';
import { identityService } from '../service.ts';
import { identityClient } from '../testing/identity-client.ts';
import { makeTenant } from '../testing/make-tenant.ts';

const start = async () => {
  const service = await testService(identityService);
  return { ...service, context: service.started.context, client: identityClient(service.started.grpcPort) };
};
let identity: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  identity = await start();
});

const actor = 'test';

/** The hashes that gateways must drop, as they stand on the stream. */
async function announced(entityId: number): Promise<string[]> {
  const { broker } = identity.started;
  const subject = `${broker.namespace}.events.${entityId}.${tokenChanged.type}`;
  const { state } = await broker.manager.streams.info(`${broker.namespace}_EVENTS`, { subjects_filter: subject });
  const hashes: string[] = [];
  for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
    const message = await broker.manager.streams.getMessage(`${broker.namespace}_EVENTS`, { seq }).catch(() => null);
    if (message?.subject !== subject) continue;
    hashes.push(z.object({ data: tokenChanged.data }).parse(message.json()).data.tokenHash);
  }
  return hashes;
}

const announcedAfter = (entityId: number, count: number) =>
  eventually(async () => {
    const hashes = await announced(entityId);
    return hashes.length >= count && hashes;
  });

const sha256 = (token: string) => createHash('sha256').update(token).digest('hex');

describe('a token', () => {
  test('says whose it is, in which entity, and in what role', async () => {
    const { token, principal } = await makeTenant(identity.context, { slug: 'whose', role: 'manager' });
    expect(await identity.client.introspect({ token })).toEqual({
      active: true,
      tokenId: principal.tokenId,
      entityId: principal.entityId,
      entitySlug: 'whose',
      userId: principal.userId,
      role: 'manager',
      rateLimitPerMinute: 600,
      expiresAtMs: 0,
      scopes: [],
      allowedOrigins: [],
    });
  });

  test('has 256 random bits behind a readable prefix, and is stored only as its SHA-256', async () => {
    const { token, principal } = await makeTenant(identity.context, { slug: 'stored' });
    expect(token).toMatch(/^lsc_[A-Za-z0-9_-]{43}$/);
    const rows = await identity.context.postgres.many(
      z.record(z.string(), z.unknown()),
      'SELECT * FROM api_tokens WHERE id = $1',
      [principal.tokenId],
    );
    expect(JSON.stringify(rows)).not.toContain(token.slice(12));
    expect(rows[0]?.['sha256']).toBe(sha256(token));
  });

  test('that is unknown, empty or absurd is not active', async () => {
    for (const token of ['', 'lsc_unknown', 'x'.repeat(5000), "' OR 1=1 --", '\0'])
      expect((await identity.client.introspect({ token })).active).toBe(false);
  });

  test('stops at its expiry', async () => {
    const { principal } = await makeTenant(identity.context, { slug: 'expired' });
    const { token } = await identity.context.postgres.transaction((tx) =>
      issueToken(tx, { ...principal, name: 'old', expiresAt: new Date(Date.now() - 1000), actor }),
    );
    expect((await identity.client.introspect({ token })).active).toBe(false);
  });

  test('stops when it is revoked, and gateways learn of it', async () => {
    const { token, principal } = await makeTenant(identity.context, { slug: 'revoked' });
    const { postgres, outbox } = identity.context;
    const revoke = () => postgres.transaction((tx) => revokeToken(tx, outbox, { tokenId: principal.tokenId, actor }));
    expect(await revoke()).toBe(true);
    expect((await identity.client.introspect({ token })).active).toBe(false);
    expect(await announcedAfter(principal.entityId, 1)).toEqual([sha256(token)]);
    expect(await revoke()).toBe(false);
  });

  test('has the new role or limit at once, and gateways learn of it', async () => {
    const { token, principal } = await makeTenant(identity.context, { slug: 'changed' });
    const { postgres, outbox } = identity.context;
    await postgres.transaction((tx) => setRole(tx, outbox, { ...principal, role: 'member', actor }));
    expect((await identity.client.introspect({ token })).role).toBe('member');
    await postgres.transaction((tx) => setRateLimit(tx, outbox, { tokenId: principal.tokenId, perMinute: 7, actor }));
    expect((await identity.client.introspect({ token })).rateLimitPerMinute).toBe(7);
    expect(await announcedAfter(principal.entityId, 2)).toEqual([sha256(token), sha256(token)]);
  });
});

test('GET /api_tokens says that the token is valid, whose it is and what it may do', async () => {
  const { principal } = await makeTenant(identity.context, { slug: 'status', role: 'member' });
  const answer = await identity.call('GET', '/api_tokens', { as: principal });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    action_em: 'action_get_resource',
    response_em: 'response_success',
    response_detail: 'The token is valid for the entity status.',
    id: principal.tokenId,
    name: expect.any(String),
    entity_slug: 'status',
    user: { id: principal.userId, email: expect.stringContaining('@'), user_name: expect.any(String) },
    role_em: 'member',
    scopes: null,
    expires_at: null,
  });
  const expiresAt = new Date(Date.now() + 86_400_000);
  const limited = await identity.context.postgres.transaction((tx) =>
    issueToken(tx, { ...principal, name: 'pipeline', expiresAt, scopes: ['read', 'record'], actor }),
  );
  const as = { ...principal, tokenId: limited.record.id };
  expect((await identity.call('GET', '/api_tokens', { as })).body).toMatchObject({
    name: 'pipeline',
    scopes: ['read', 'record'],
    expires_at: expiresAt.toISOString(),
  });
});

test('200: a token reads what it is, whatever it is limited to unless that is telemetry alone', async () => {
  const { principal } = await makeTenant(identity.context, { slug: 'limited' });
  for (const scope of SCOPES) {
    const issued = await identity.context.postgres.transaction((tx) =>
      issueToken(tx, { ...principal, name: scope, expiresAt: null, scopes: [scope], actor }),
    );
    const as = { ...principal, tokenId: issued.record.id, scopes: [scope] };
    const answer = await identity.call('GET', '/api_tokens', { as });
    if (scope === 'telemetry') expect(answer.status).toBe(403);
    else expect([answer.status, answer.body.name, answer.body.scopes]).toEqual([200, scope, [scope]]);
    if (scope !== 'read') expect((await identity.call('GET', '/tokens', { as })).status).toBe(403);
  }
});

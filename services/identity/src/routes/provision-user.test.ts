import { token as hostToken, otherToken, type SampleHost, startSampleHost } from '@linescope/code-host/sample-host';
import type { Principal } from '@linescope/contract/principal';
import { eventually } from '@linescope/test-kit/eventually';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { type Answered, testService } from '@linescope/test-kit/test-service';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { identityService } from '../service.ts';
import { identityClient } from '../testing/identity-client.ts';
import { makeTenant, type Tenant } from '../testing/make-tenant.ts';

const DAY = 24 * 60 * 60 * 1000;

const start = async () => {
  const service = await testService(identityService, { ALLOW_PRIVATE_ADDRESSES: 'true' });
  return { ...service, context: service.started.context, client: identityClient(service.started.grpcPort) };
};
let identity: Awaited<ReturnType<typeof start>>;
let host: SampleHost;
let admin: Tenant;
let operator: Tenant;

beforeAll(async () => {
  host = await startSampleHost();
  removeAfterFile(() => host.stop()); // after identity, which may still be asking it
  identity = await start();
  admin = await makeTenant(identity.context, { slug: 'acme', role: 'admin' });
  operator = await makeTenant(identity.context, { slug: 'operations', role: 'super_admin' });
});

const provision = (as: { principal: Principal }, fields: Record<string, string>, headers = {}): Promise<Answered> =>
  identity.call('POST', '/api_tokens/provision_user', {
    as: as.principal,
    headers,
    form: {
      email: 'ada@acme.example',
      git_provider_em: 'hostC',
      git_provider_token: hostToken,
      custom_endpoint_url: host.url,
      ...fields,
    },
  });

const rows = (sql: string, params: unknown[] = []) =>
  identity.context.postgres.many(z.record(z.string(), z.unknown()), sql, params);

const paramsOf = (answer: Answered): string[] => answer.body.errors.map((error: { param: string }) => error.param);

describe('for the own entity', () => {
  test('201: the user is a member, and the code host listed its organizations', async () => {
    const answer = await provision(admin, { entity_slug: 'acme', user_name: 'Ada Lovelace' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      action_em: 'action_provision_user',
      response_em: 'response_success',
      response_detail: 'The user is provisioned: 2 organizations were retrieved.',
      connection_id: expect.any(Number),
    });
    const { body } = await identity.call('GET', '/connections', { as: admin.principal });
    expect(body.connections).toMatchObject([{ id: answer.body.connection_id }]);
    const { users } = await identity.client.findUsers({
      entityId: admin.principal.entityId,
      identifiers: ['ADA@acme.example'],
    });
    expect(users).toMatchObject([{ email: 'ada@acme.example', fullName: 'Ada Lovelace', role: 'member' }]);
  });

  test('201: the connection is lent to services, its token sealed at rest', async () => {
    await provision(admin, { entity_slug: 'acme' });
    const { entityId } = admin.principal;
    const { connections } = await identity.client.lendConnections({ entityId, gitProviderEm: 'hostC' });
    expect(connections).toMatchObject([{ token: hostToken, endpointUrl: host.url, userName: 'ada', entityId }]);
    const stored = JSON.stringify(await rows('SELECT * FROM connections'));
    expect(stored).toContain('"key_id":"test"');
    expect(stored).not.toContain(hostToken);
  });

  test('the repos it reaches are cached afterwards', async () => {
    await provision(admin, { entity_slug: 'acme' });
    const cached = await eventually(async () => {
      const found = await rows('SELECT path, default_branch, external_id FROM connection_repos');
      return found.length > 0 && found;
    });
    expect(cached).toEqual([{ path: 'acme/sums', default_branch: 'main', external_id: '9001' }]);
  });

  test('of several connections those are lent that see the organization; all, where none is known to', async () => {
    const tenant = await makeTenant(identity.context, { slug: 'several' });
    const other = await startSampleHost({ tokens: { 'token-of-grace': 'grace' } });
    removeAfterFile(() => other.stop());
    other.putOrganizationRecord({
      id: 900,
      login: 'lab',
      name: 'Lab',
      users: [{ id: 12, login: 'grace', name: 'Grace', email: 'grace@lab.example' }],
    });
    await provision(tenant, { entity_slug: 'several' });
    const fields = { git_provider_token: 'token-of-grace', custom_endpoint_url: other.url };
    await provision(tenant, { entity_slug: 'several', email: 'grace@acme.example', ...fields });
    const { entityId } = tenant.principal;
    const cached = 'SELECT id FROM connections WHERE entity_id = $1 AND repos_cached_at IS NOT NULL';
    await eventually(async () => (await rows(cached, [entityId])).length === 2);
    const lend = async (organizationSlug: string, repoSlug = '') =>
      (await identity.client.lendConnections({ entityId, organizationSlug, repoSlug })).connections.map(
        ({ userName }) => userName,
      );
    expect(await lend('LAB')).toEqual(['grace']);
    expect(await lend('unheard-of')).toEqual(['ada', 'grace']);
    // Both see the organization, and only one of them the repo.
    await identity.context.postgres.run(
      `DELETE FROM connection_repos WHERE entity_id = $1
         AND connection_id = (SELECT id FROM connections WHERE entity_id = $1 AND host_user_name = 'grace')`,
      [entityId],
    );
    expect(await lend('acme')).toEqual(['ada', 'grace']);
    expect(await lend('acme', 'Sums')).toEqual(['ada']);
    expect(await lend('acme', 'brand-new')).toEqual(['ada', 'grace']);
  });

  test('a new token of the same account takes the place of the old one', async () => {
    const before = await rows('SELECT id FROM connections ORDER BY id');
    const answer = await provision(admin, { entity_slug: 'acme', git_provider_token: otherToken });
    expect(answer.status).toBe(201);
    expect(await rows('SELECT id FROM connections ORDER BY id')).toEqual(before);
    const { connections } = await identity.client.lendConnections({ entityId: admin.principal.entityId });
    expect(connections).toMatchObject([{ token: otherToken }]);
  });

  test('the same server is the same, with or without the path of its API', async () => {
    const tenant = await makeTenant(identity.context, { slug: 'twice' });
    const at = (custom_endpoint_url: string) =>
      provision(tenant, { entity_slug: 'twice', git_provider_token: otherToken, custom_endpoint_url });
    const answers = [await at(host.url), await at(`${host.url}/api/v3`), await at(`${host.url}/api/v3/`)];
    expect(answers.map(({ status, body }) => [status, body.connection_id])).toEqual(
      answers.map(() => [201, answers[0]?.body.connection_id]),
    );
  });

  test('several people who submit one account at once share its one connection', async () => {
    const tenant = await makeTenant(identity.context, { slug: 'crowd' });
    const emails = Array.from({ length: 6 }, (_, nth) => `dev-${nth}@crowd.example`);
    const answers = await Promise.all(emails.map((email) => provision(tenant, { entity_slug: 'crowd', email })));
    expect(answers.map((answer) => answer.status)).toEqual(emails.map(() => 201));
    const { connections } = await identity.client.lendConnections({ entityId: tenant.principal.entityId });
    expect(connections).toHaveLength(1);
  });

  test('a connection that a service reports as refused is lent no more', async () => {
    const { entityId } = admin.principal;
    const [connection] = (await identity.client.lendConnections({ entityId })).connections;
    const connectionId = connection?.id ?? 0;
    await identity.client.reportConnection({ connectionId, statusEm: 'connection_invalid', detail: 'revoked' });
    expect((await identity.client.lendConnections({ entityId })).connections).toEqual([]);
    await provision(admin, { entity_slug: 'acme' });
    expect((await identity.client.lendConnections({ entityId })).connections).toHaveLength(1);
  });

  test('no answer says whether the email was known, and a known user stays as they were', async () => {
    await makeTenant(identity.context, { slug: 'other', email: 'known@example.com', role: 'admin' });
    const known = await provision(admin, {
      entity_slug: 'acme',
      email: 'Known@Example.com',
      user_name: 'Someone Else',
      avatar_url: 'https://images.example/new.png',
    });
    const unknown = await provision(admin, { entity_slug: 'acme', email: 'unknown@example.com' });
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect(await rows("SELECT full_name, avatar_url FROM users WHERE email = 'known@example.com'")).toEqual([
      { full_name: null, avatar_url: null },
    ]);
  });

  test('a super admin gets no token for their own entity', async () => {
    const answer = await provision(operator, { entity_slug: 'operations' });
    expect(answer.status).toBe(201);
    expect(answer.body).not.toHaveProperty('api_token');
  });
});

describe('for another entity', () => {
  test('403 without super admin, the same whether or not the slug exists or is given', async () => {
    await makeTenant(identity.context, { slug: 'secret' });
    const bodies = [];
    for (const entity_slug of ['secret', 'nowhere', '']) {
      const answer = await provision(admin, { entity_slug });
      expect(answer.status).toBe(403);
      bodies.push({ ...answer.body, trace_identifier: '' });
    }
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]).toEqual(bodies[0]);
    // Connections made before are still read in the background, but not with a token that nobody has.
    const ofNobody = () => host.log().filter(({ login }) => login === null).length;
    const before = ofNobody();
    expect((await provision(admin, { entity_slug: 'secret', git_provider_token: 'of-nobody' })).status).toBe(403);
    expect(ofNobody()).toBe(before);
    await provision(admin, { entity_slug: 'acme', git_provider_token: 'of-nobody' });
    expect(ofNobody()).toBeGreaterThan(before);
  });

  test('403 for members and managers, even of the entity itself', async () => {
    for (const role of ['member', 'manager'] as const) {
      const tenant = await makeTenant(identity.context, { slug: 'acme', role, email: `${role}@acme.example` });
      expect((await provision(tenant, { entity_slug: 'acme' })).status).toBe(403);
    }
  });

  test('a super admin makes a new entity, whose admin the user is, and gets a token for it', async () => {
    const answer = await provision(operator, { entity_slug: 'New-Customer', email: 'first@new.example' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ entity_slug: 'new-customer', api_token: expect.stringMatching(/^lsc_/) });
    const found = await identity.client.introspect({ token: answer.body.api_token });
    expect(found).toMatchObject({ active: true, entitySlug: 'new-customer', role: 'admin' });
  });

  test('an entity that exists gets a member, never a second of its name', async () => {
    await makeTenant(identity.context, { slug: 'existing' });
    const answer = await provision(operator, { entity_slug: 'existing', email: 'second@existing.example' });
    const found = await identity.client.introspect({ token: answer.body.api_token });
    expect(found).toMatchObject({ active: true, entitySlug: 'existing', role: 'member' });
    expect(await rows("SELECT count(*) AS count FROM entities WHERE slug = 'existing'")).toEqual([{ count: 1 }]);
  });

  test('without a slug the user gets an entity of their own, and the same one again', async () => {
    const email = 'Jo.Smith+x@example.com';
    const first = await provision(operator, { email });
    expect(first.body.entity_slug).toBe('jo-smith-x');
    const again = await provision(operator, { email });
    expect(again.body.entity_slug).toBe('jo-smith-x');
    expect(again.body.api_token).not.toBe(first.body.api_token);
    const namesake = await provision(operator, { email: 'jo.smith.x@elsewhere.example' });
    expect(namesake.body.entity_slug).toBe('jo-smith-x-2');
  });

  test('a replay of the same request gives the same token, which is stored nowhere in clear', async () => {
    const headers = { 'idempotency-key': 'provision-once' };
    const fields = { entity_slug: 'replayed', email: 'once@replayed.example' };
    const first = await provision(operator, fields, headers);
    const again = await provision(operator, fields, headers);
    expect(again.body).toEqual(first.body);
    expect(JSON.stringify(await rows('SELECT * FROM idempotency_keys'))).not.toContain(first.body.api_token);
  });
});

describe('the code host', () => {
  test('422 where it refuses the token, and nothing is kept', async () => {
    const answer = await provision(admin, {
      entity_slug: 'acme',
      email: 'refused@acme.example',
      git_provider_token: 'wrong-token-1234',
    });
    expect(answer.status).toBe(422);
    expect(answer.body.response_em).toBe('response_provider_rejected');
    expect(paramsOf(answer)).toEqual(['git_provider_token']);
    expect(JSON.stringify(answer.body)).not.toContain('wrong-token-1234');
    expect(await rows("SELECT * FROM users WHERE email = 'refused@acme.example'")).toEqual([]);
  });

  test('422 where the token may not read repositories', async () => {
    host.setFaults({ scopes: 'gist' });
    const answer = await provision(admin, { entity_slug: 'acme' });
    host.setFaults({ clear: true });
    expect(answer.status).toBe(422);
    expect(answer.body.response_detail).toContain('lacks the scope "repo"');
  });

  test('502 where it cannot be reached or is not a code host, without a word of its address', async () => {
    const silent = await provision(admin, { entity_slug: 'acme', custom_endpoint_url: 'http://127.0.0.1:9' });
    expect([silent.status, silent.body.response_em]).toEqual([502, 'response_provider_unreachable']);
    const outsider = await provision(admin, { entity_slug: 'acme', custom_endpoint_url: `${identity.url}/api/v3` });
    expect([outsider.status, outsider.body.response_em]).toEqual([502, 'response_provider_unreachable']);
    expect(JSON.stringify([silent.body, outsider.body])).not.toContain('127.0.0.1');
    expect(silent.body.response_detail).toBe(outsider.body.response_detail);
  });

  test('400 where its address is one that may not be called', async () => {
    for (const custom_endpoint_url of [
      'http://169.254.169.254/latest',
      'https://[fe80::1]',
      'http://[fd00:ec2::254]',
    ]) {
      const answer = await provision(admin, { entity_slug: 'acme', custom_endpoint_url });
      expect([answer.status, ...paramsOf(answer)]).toEqual([400, 'custom_endpoint_url']);
    }
  });

  test('400 for a private address, unless the deployment allows it', async () => {
    const strict = await testService(identityService);
    const tenant = await makeTenant(strict.started.context, { slug: 'acme' });
    for (const custom_endpoint_url of ['https://127.0.0.1', 'https://10.1.2.3', 'https://localhost', host.url]) {
      const answer = await strict.call('POST', '/api_tokens/provision_user', {
        as: tenant.principal,
        form: {
          email: 'a@b.example',
          git_provider_em: 'github',
          git_provider_token: 'x',
          entity_slug: 'acme',
          custom_endpoint_url,
        },
      });
      expect([answer.status, ...paramsOf(answer)]).toEqual([400, 'custom_endpoint_url']);
    }
  });
});

describe('parameters', () => {
  test('400 names all that are missing or wrong at once', async () => {
    const nothing = await identity.call('POST', '/api_tokens/provision_user', { as: admin.principal, form: {} });
    expect(paramsOf(nothing).sort()).toEqual(['email', 'git_provider_em', 'git_provider_token']);
    const wrong = await provision(admin, {
      email: 'no address',
      git_provider_em: 'cvs',
      git_provider_token: 'abc\ndef',
      entity_slug: 'no/slug',
      avatar_url: 'javascript:alert(1)',
      git_provider_token_expires_at: '2026-02-30',
      custom_endpoint_url: 'git.example.com',
    });
    expect(wrong.status).toBe(400);
    expect(paramsOf(wrong).sort()).toEqual([
      'avatar_url',
      'custom_endpoint_url',
      'email',
      'entity_slug',
      'git_provider_em',
      'git_provider_token',
      'git_provider_token_expires_at',
    ]);
    const { detail } = wrong.body.errors.find(({ param }: { param: string }) => param === 'git_provider_em');
    expect(detail).toBe(
      'git_provider_em must be one of azure_devops, azure_devops_server, bitbucket, bitbucket_server, github, gitlab ' +
        '(or, as in answers, devops_suite, devops_suite_on_prem, hostB, hostB_server, hostC, hostD).',
    );
  });

  test.each([
    ['devops_suite', ['devops_organization_name', 'git_provider_token_expires_at']],
    ['azure_devops', ['devops_organization_name', 'git_provider_token_expires_at']],
    ['devops_suite_on_prem', ['custom_endpoint_url', 'devops_organization_name', 'git_provider_token_expires_at']],
    ['hostB_server', ['custom_endpoint_url']],
  ])('400 names what %s needs, beside other faults', async (git_provider_em, needed) => {
    const answer = await provision(admin, { git_provider_em, custom_endpoint_url: '', email: 'broken' });
    expect(answer.status).toBe(400);
    expect(paramsOf(answer).sort()).toEqual([...needed, 'email'].sort());
    const missing = answer.body.errors.filter((error: { code_em: string }) => error.code_em === 'missing');
    expect(missing).toHaveLength(needed.length);
  });

  test('400 for a token that has expired; a warning where it expires within 14 days', async () => {
    const expiring = (days: number) =>
      provision(admin, {
        entity_slug: 'acme',
        git_provider_token_expires_at: new Date(Date.now() + days * DAY).toISOString(),
      });
    const past = await expiring(-1);
    expect([past.status, ...paramsOf(past)]).toEqual([400, 'git_provider_token_expires_at']);
    const soon = await expiring(13);
    expect(soon.status).toBe(201);
    expect(soon.body.response_detail).toContain('The token expires soon, on ');
    const late = await expiring(15);
    expect(late.body.response_detail).not.toContain('expires');
  });
});

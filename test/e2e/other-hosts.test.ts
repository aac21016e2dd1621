import { createHmac } from 'node:crypto';
import { type LocalHost, startLocalHost } from '@linescope/providers/testing/local-host';
import { devopsVendor } from '@linescope/providers/testing/vendors/azure-devops';
import { bitbucketVendor } from '@linescope/providers/testing/vendors/bitbucket';
import { bitbucketServerVendor } from '@linescope/providers/testing/vendors/bitbucket-server';
import { gitlabVendor } from '@linescope/providers/testing/vendors/gitlab';
import { basic, type Story, type Vendor } from '@linescope/providers/testing/vendors/story';
import { eventually } from '@linescope/test-kit/eventually';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Stack, startStack } from '../support/start-stack.ts';
import { onDay, serveTalkativeRepo, storedDay, type TalkativeRepo } from '../support/talkative-repo.ts';

const TOKEN = 'code-host-token';
const EMAIL = 'ada@example.com';
type Signing = (body: string, secret: string) => Record<string, string>;
const hmac = (body: string, secret: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
const hubSignature: Signing = (body, secret) => ({ 'x-hub-signature': hmac(body, secret) });
const basicPassword: Signing = (_body, secret) => ({ authorization: basic('linescope', secret) });

/** Each host with its vendor's answers, its way to prove a message, the key of its issue, and that which a text closes. */
const HOSTS: [name: string, open: (story: Story) => Vendor, sign: Signing, issueKeys: string[], closes: string][] = [
  ['hostD', gitlabVendor, (_body, secret) => ({ 'x-gitlab-token': secret }), ['acme/sums#21'], 'acme/sums#21'],
  ['hostB', bitbucketVendor, hubSignature, ['acme/sums#21'], 'acme/sums#21'],
  ['hostB_server', bitbucketServerVendor, hubSignature, [], 'SUM-4'],
  ['devops_suite', devopsVendor, basicPassword, ['contoso#21'], 'contoso#21'],
  ['devops_suite_on_prem', devopsVendor, basicPassword, ['contoso#21'], 'contoso#21'],
];

let stack: Stack;
let repo: TalkativeRepo;
beforeAll(async () => {
  stack = await startStack({ IMPORT_OFFERS: 'false' });
  await stack.startWorker();
  repo = await serveTalkativeRepo(stack.codeHost, 'acme', 'sums');
});

describe.each(HOSTS)('%s', (name, open, sign, issueKeys, closes) => {
  let vendor: Vendor;
  let local: LocalHost;
  let tenant: Awaited<ReturnType<Stack['tenant']>>;
  beforeAll(async () => {
    vendor = open({
      token: TOKEN,
      email: EMAIL,
      cloneUrl: `${stack.codeHost.url}/acme/sums.git`,
      sha: repo.sha,
      onDay,
    });
    local = await startLocalHost(vendor.answer);
    removeAfterFile(async () => local[Symbol.asyncDispose]());
    tenant = await stack.tenant(name.toLowerCase().replaceAll('_', '-'));
  });
  const api = () => stack.callerOf(tenant);
  const provision = (token: string) =>
    api().post('/api_tokens/provision_user', {
      email: EMAIL,
      git_provider_em: name,
      git_provider_token: token,
      git_provider_token_expires_at: '2199-06-01T00:00:00Z',
      devops_organization_name: name.startsWith('devops') ? 'contoso' : undefined,
      devops_tenant_id: name.startsWith('devops') ? 'tenant-1' : undefined,
      custom_endpoint_url: local.url,
      entity_slug: tenant.principal.entitySlug,
    });
  const rows = (table: string, columns: string, order: string) =>
    stack.clickHouse.query({
      name: 'test',
      sql: `SELECT ${columns} FROM ${table} FINAL WHERE entity_id = ${tenant.principal.entityId} ORDER BY ${order}`,
      row: z.record(z.string(), z.unknown()),
    });
  const findImport = async () =>
    (await api().get('/imports', { resource_path: tenant.principal.entitySlug })).body.repos[0];
  const connection = async () => {
    const { entityId } = tenant.principal;
    const { connections } = await stack.imports.started.context.identity.lendConnections({ entityId });
    return connections[0];
  };

  test('a token is verified during the call, and its repos follow', async () => {
    expect((await provision('not-the-token')).status).toBe(422);
    const answer = await provision(TOKEN);
    expect(answer.status).toBe(201);
    expect(answer.body.response_detail).toMatch(new RegExp(`\\b${vendor.organizations} organizations? w`));
    if (name.startsWith('devops')) {
      expect(await connection()).toMatchObject({ devopsOrganizationName: 'contoso', devopsTenantId: 'tenant-1' });
      expect((await connection())?.expiresAt).toBe('2199-06-01T00:00:00.000Z');
    }
    await eventually(async () => {
      const sql = 'SELECT 1 FROM connection_repos WHERE entity_id = $1';
      return (await stack.identity.started.context.postgres.run(sql, [tenant.principal.entityId])) === 1;
    });
  });

  test('its pull requests, reviews, comments, tags and issues become facts', async () => {
    const wish = { resource_path: tenant.principal.entitySlug, repo_path: vendor.repoPath };
    expect((await api().post('/imports', wish)).status).toBe(202);
    const done = await eventually(async () => {
      const found = await findImport();
      return /completed|unable|could_not/.test(found?.import_status ?? '') && found;
    }, 30_000);
    expect(done).toMatchObject({ import_status: 'processing_completed', error_em: null, commits_complete_count: 13 });
    expect(done.provider_past_year_commit_count).toBeNull();
    expect(
      await rows(
        'pull_requests',
        'number, title, state, opened_at, merged_at, merge_sha, head_sha, commit_shas',
        'number',
      ),
    ).toEqual([
      {
        number: 1,
        title: 'Change 1',
        state: 'merged',
        opened_at: storedDay(2),
        merged_at: storedDay(3),
        merge_sha: repo.sha(3),
        head_sha: repo.sha(2),
        commit_shas: [repo.sha(1), repo.sha(2)],
      },
      {
        number: 3,
        title: 'Change 3',
        state: 'open',
        opened_at: storedDay(7),
        merged_at: null,
        merge_sha: '',
        head_sha: repo.sha(7),
        commit_shas: [repo.sha(7)],
      },
    ]);
    expect((await rows('pull_requests', 'issue_keys', 'number'))[0]).toEqual({ issue_keys: [closes] });
    // Whoever opened it is the person who signed its commits, though the account gives no email.
    const signed = await rows('commits', 'committer_id', `sha = '${repo.sha(2)}' DESC`);
    expect((await rows('pull_requests', 'committer_id', 'number'))[0]).toEqual(signed[0]);
    expect(await rows('pr_reviews', 'number, verdict, bot', 'number')).toEqual([
      { number: 1, verdict: 'approved', bot: false },
    ]);
    expect(await rows('pr_comments', 'number, body, path, line, created_at', 'number')).toEqual([
      { number: 1, body: 'Why three?', path: 'src/sum.ts', line: 3, created_at: storedDay(3) },
    ]);
    expect(await rows('tags', 'name, sha, tagged_at', 'name')).toEqual([
      { name: 'v1.0.0', sha: repo.sha(3), tagged_at: storedDay(3) },
    ]);
    const issues = await rows('issues', 'key, title, type, status_category, provider', 'key');
    expect(issues.map((issue) => issue['key'])).toEqual(issueKeys);
    for (const issue of issues)
      expect(issue).toMatchObject({ title: 'Too short', status_category: 'done', provider: name });
  });

  test('a hundred messages out of order leave one fact: the newest', async () => {
    const lent = await connection();
    const url = `${stack.baseUrl}/hooks/${name}/${lent?.id}`;
    const deliver = async (title: string, at: string, secret: string) => {
      const { headers, body } = vendor.pullMessage(title, at);
      const text = JSON.stringify(body);
      const signed = { 'content-type': 'application/json', ...headers, ...sign(text, secret) };
      return (await fetch(url, { method: 'POST', headers: signed, body: text })).status;
    };
    const secret = lent?.webhookSecret ?? '';
    // After every reading: one host gives no time of change, so what it gives is as new as its reading.
    const at = (n: number) => new Date(Date.now() + n * 60_000).toISOString();
    const messages = Array.from({ length: 10 }, (_, n) => [`Title ${n + 1}`, at(n + 1)] as const);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => {
        const [title, time] = messages[(index * 7) % 10] ?? ['', ''];
        return deliver(title, time, secret);
      }),
    );
    expect(new Set(answers)).toEqual(new Set([202]));
    await eventually(async () => (await rows('pull_requests', 'title', 'number'))[1]?.['title'] === 'Title 10');
    expect(await rows('pull_requests', 'number', 'number')).toEqual([{ number: 1 }, { number: 3 }]);
    expect(await deliver('Forged', at(99), 'another secret')).toBe(401);
  });
});

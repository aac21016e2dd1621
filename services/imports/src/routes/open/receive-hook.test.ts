import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { CONNECTION, type Imports, startImports } from '../../testing/start-imports.ts';

let service: Imports;
beforeAll(async () => {
  service = await startImports();
});

const PATH = `/hooks/${CONNECTION.gitProviderEm}/${CONNECTION.id}`;

async function deliver(
  event: string,
  body: string,
  { path = PATH, secret = CONNECTION.webhookSecret, method = 'POST' } = {},
) {
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-github-event': event, 'x-hub-signature-256': signature },
    ...(method === 'POST' ? { body } : {}),
  });
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}

describe('a webhook', () => {
  test('202: signed with the secret of its connection', async () => {
    const answer = await deliver('ping', '{"zen":"Anything"}');
    expect([answer.status, answer.body]).toMatchObject([
      202,
      { action_em: 'action_hook_taken', response_detail: 'The message was taken.' },
    ]);
    expect(answer.headers.get('x-trace-identifier')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('202: a push of a repo that is imported queues it', async () => {
    await service.call('POST', '/imports', { form: { resource_path: 'acme', repo_path: 'web/app' } });
    await service.postgres.run(
      `UPDATE imports SET import_status = 'processing_completed', repo_id = 11, git_provider_em = $1, host_path = 'web/app'`,
      [CONNECTION.gitProviderEm],
    );
    const push = {
      ref: 'refs/heads/main',
      before: 'a'.repeat(40),
      after: 'b'.repeat(40),
      repository: { full_name: 'web/app' },
    };
    expect((await deliver('push', JSON.stringify(push))).status).toBe(202);
    const { body } = await service.call('GET', '/imports?resource_path=acme');
    expect(body.repos[0].import_status).toBe('pending');
  });

  test('202: a push of a repo whose last refresh failed for a passing reason queues it, too', async () => {
    const push = {
      ref: 'refs/heads/main',
      before: 'b'.repeat(40),
      after: 'c'.repeat(40),
      repository: { full_name: 'web/app' },
    };
    const statusAfter = async (status: string) => {
      await service.postgres.run(
        `UPDATE imports SET import_status = $1, error_em = 'too_many_attempts', stored_tips = '{}', repo_id = 11,
           git_provider_em = $2, host_path = 'web/app'`,
        [status, CONNECTION.gitProviderEm],
      );
      expect((await deliver('push', JSON.stringify(push))).status).toBe(202);
      const { body } = await service.call('GET', '/imports?resource_path=acme');
      return body.repos[0].import_status;
    };
    expect(await statusAfter('unable_to_import_too_many_attempts')).toBe('pending');
    expect(await statusAfter('unable_to_import_no_repo')).toBe('unable_to_import_no_repo');
  });

  test('400: signed, but not JSON or not what its kind looks like', async () => {
    expect((await deliver('push', '{"ref":')).status).toBe(400);
    const answer = await deliver('pull_request', '{"pull_request":{"number":"x"}}');
    expect([answer.status, answer.body.action_em]).toEqual([400, 'action_hook_taken']);
  });

  test('400: an address that is not valid percent-encoding', async () => {
    const answer = await deliver('ping', '{}', { path: '/hooks/%ff/1' });
    expect([answer.status, answer.body.response_em]).toEqual([400, 'response_invalid_parameters']);
  });

  test('401: signed with another secret', async () => {
    const answer = await deliver('ping', '{}', { secret: 'another' });
    expect([answer.status, answer.body.response_em]).toEqual([401, 'response_unauthenticated']);
  });

  test.each(['/hooks/hostC/8', '/hooks/hostD/7', '/hooks/nobody/7', '/hooks/hostC/x'])(
    '401: %s is no connection, which an unsigned caller cannot tell from one that is',
    async (path) => {
      const unsigned = await deliver('ping', '{}', { secret: 'another' });
      const answer = await deliver('ping', '{}', { path });
      expect([answer.status, answer.body.response_detail]).toEqual([401, unsigned.body.response_detail]);
    },
  );

  test('404: no connection is named', async () => {
    expect((await deliver('ping', '{}', { path: '/hooks/hostC' })).status).toBe(404);
  });

  test('405: read instead of sent', async () => {
    const answer = await deliver('ping', '', { method: 'GET' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('413: larger than 1 MiB', async () => {
    expect((await deliver('push', `"${'x'.repeat(1024 * 1024)}"`)).status).toBe(413);
  });
});

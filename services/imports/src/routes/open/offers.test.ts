import { createSignedLinks } from '@linescope/chassis/mail/signed-links';
import { DAY_MS } from '@linescope/contract/days';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Imports, startImports } from '../../testing/start-imports.ts';

let service: Imports;
beforeAll(async () => {
  service = await startImports();
});

/** The path of the link that a mail would have. */
async function offer(repoPath: string, days = 14): Promise<string> {
  const { config } = service.started.context;
  const links = createSignedLinks(config.PRINCIPAL_KEYS, 'http://host', {
    path: 'import_offers',
    keyName: 'import offers',
  });
  const { id } = await service.postgres.one(
    z.object({ id: z.number() }),
    `INSERT INTO imports (entity_id, repo_path, import_status, run) VALUES (1, $1, 'offered_pending_acceptance', 0) RETURNING id`,
    [repoPath],
  );
  return new URL(links.linkOf(id, new Date(Date.now() + days * DAY_MS))).pathname;
}

const open = async (method: string, path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${service.url}${path}`, { method, headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const browser = { accept: 'text/html' };

describe('showing an offered import', () => {
  test('200: as often as one likes, and nothing changes', async () => {
    const link = await offer('web/shown');
    for (const _ of [1, 2]) {
      const answer = await open('GET', link);
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.text)).toMatchObject({
        action_em: 'action_import_offer_shown',
        response_detail: 'web/shown can be imported.',
        repo_path: 'web/shown',
      });
    }
  });

  test('200: a browser gets a page with a button', async () => {
    const page = await open('GET', await offer('web/page'), browser);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.text).toContain('<form method="post"><button>Import</button></form>');
  });

  test('400: an address that is not valid percent-encoding', async () => {
    for (const headers of [{}, browser]) {
      const answer = await open('GET', '/import_offers/%ff', headers);
      expect(answer.status).toBe(400);
      expect(answer.text).not.toContain('URIError');
    }
  });

  test('404: a forged or an expired link, to a browser as a page', async () => {
    const link = await offer('web/forged');
    // Not the last character, of which two bits are not part of the signature.
    const forged = link.replace(/.(?=.{8}$)/, (one) => (one === 'A' ? 'B' : 'A'));
    expect((await open('GET', forged)).status).toBe(404);
    const expired = await open('GET', await offer('web/expired', -1), browser);
    expect([expired.status, expired.text.includes('<p>This offer has expired.</p>')]).toEqual([404, true]);
  });

  test('405: anything but reading and accepting', async () => {
    const answer = await open('PUT', await offer('web/put'));
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST']);
  });
});

describe('accepting an offered import', () => {
  test('202: queues it; 409: only once', async () => {
    const link = await offer('web/accepted');
    const accepted = await open('POST', link);
    expect(accepted.status).toBe(202);
    expect(JSON.parse(accepted.text)).toMatchObject({
      action_em: 'action_import_offer_accepted',
      response_detail: 'The import of web/accepted was queued.',
    });
    const { body } = await service.call('GET', '/imports?resource_path=acme');
    const found = body.repos.find((repo: { repo_path: string }) => repo.repo_path === 'web/accepted');
    expect(found.import_status).toBe('pending');
    expect([(await open('POST', link)).status, (await open('GET', link)).status]).toEqual([409, 409]);
  });

  test('404: a forged or an expired link', async () => {
    expect((await open('POST', '/import_offers/1.1.x')).status).toBe(404);
    expect((await open('POST', await offer('web/late', -1))).status).toBe(404);
  });
});

import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { startSampleHost } from '../sample-host.ts';

it('a webhook about a pull request or a review gives it as the API does', async () => {
  const host = await startSampleHost();
  const bodies: Record<string, unknown>[] = [];
  const receiver = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    bodies.push(JSON.parse(Buffer.concat(chunks).toString()));
    res.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => receiver.once('listening', resolve));
  const address = receiver.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/hooks`;
  const about = { org: 'acme', name: 'sums', number: 1 };
  const events = [
    { event: 'pull_request', about },
    { event: 'pull_request_review', about: { ...about, id: 601 } },
    { event: 'pull_request_review_comment', about: { ...about, id: 701 } },
    { event: 'issue_comment', about: { ...about, id: 401 } },
    { event: 'issues', about: { ...about, number: 2 } },
    { event: 'release', about: { ...about, id: 901 } },
    { event: 'push', about },
  ];
  for (const event of events) {
    const response = await fetch(`${host.url}/_admin/hooks/deliver`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${host.adminToken}` },
      body: JSON.stringify({ url, secret: 's3cret', ...event }),
    });
    expect(await response.json()).toMatchObject({ status: 204 });
  }
  const shown = await (await host.ask('/repos/acme/sums/pulls/1')).json();
  expect(bodies[0]).toMatchObject({
    action: 'opened',
    number: 1,
    pull_request: shown,
    repository: { full_name: 'acme/sums' },
  });
  expect(bodies.slice(1)).toMatchObject([
    { action: 'submitted', review: { id: 601, state: 'approved' } },
    { comment: { id: 701, line: 5 } },
    { comment: { id: 401 }, issue: { number: 1 } },
    { action: 'opened', issue: { number: 2 } },
    { action: 'published', release: { tag_name: 'v1.0.0' } },
    { ref: 'refs/heads/main', head_commit: { message: 'Add a third' } },
  ]);
  receiver.close();
  await host.stop();
});

it('a webhook arrives signed with the secret, so that the receiver can verify every byte', async () => {
  const host = await startSampleHost();
  const received = Promise.withResolvers<{ headers: NodeJS.Dict<string | string[]>; body: string }>();
  const receiver = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    received.resolve({ headers: req.headers, body: Buffer.concat(chunks).toString() });
    res.writeHead(202).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => receiver.once('listening', resolve));
  const address = receiver.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const payload = { action: 'opened', number: 1, title: 'Zürich' };
  const delivered = await host.deliverWebhook({
    url: `http://127.0.0.1:${port}/hooks`,
    secret: 's3cret',
    event: 'pull_request',
    payload,
  });
  const { headers, body } = await received.promise;
  expect(delivered.status).toBe(202);
  expect(JSON.parse(body)).toEqual(payload);
  expect(headers['x-github-event']).toBe('pull_request');
  expect(headers['x-github-delivery']).toBe(delivered.delivery_id);
  expect(headers['x-hub-signature-256']).toBe(`sha256=${createHmac('sha256', 's3cret').update(body).digest('hex')}`);
  receiver.close();
  await host.stop();
});

import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { startSampleHost } from '../sample-host.ts';

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

import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';

/** The same host behind a certificate of an authority that nobody else knows: the port on loopback where it answers. */
export async function overTls(url: string, certificate: { cert: string; key: string }): Promise<number> {
  const { hostname, port } = new URL(url);
  const server = createServer(certificate, (incoming, outgoing) => {
    const { method, headers, url: path } = incoming;
    incoming.pipe(
      request({ hostname, port, method, headers, path }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      }),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  removeAfterFile(async () => void server.close());
  return (server.address() as AddressInfo).port;
}

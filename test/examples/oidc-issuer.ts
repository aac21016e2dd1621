import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What an OpenID Connect provider says of itself, on loopback, for an entity to name as its own. */
export async function startIssuer(): Promise<{ address: string; stop(): void }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const discovery = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
  server.on('request', (_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(discovery));
  });
  return { address: issuer, stop: () => server.close() };
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { PRINCIPAL_KEYS } from '@linescope/chassis/config/settings';
import { createPrincipalVerifier, PRINCIPAL_HEADER } from '@linescope/chassis/principal/principal-token';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { TEST_PRINCIPAL_KEYS } from '@linescope/test-kit/test-service';

export type Answering = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export interface TestUnit {
  url: string;
  port: number;
  /** Requests that reached the unit, without the gateway's own calls. */
  requests: IncomingMessage[];
  connections: number;
  answer: Answering;
  /** What it says of its routes. */
  paths: Record<string, unknown>;
  /** What it says that it needs and does not have. */
  lacks: string[];
  stop(): Promise<void>;
}

const verify = createPrincipalVerifier(PRINCIPAL_KEYS.parse(TEST_PRINCIPAL_KEYS));

/** Answers with what it was sent and with the caller that it was given. */
const echo: Answering = async (request, response) => {
  let bytes = 0;
  for await (const chunk of request) bytes += chunk.length;
  const principal = await verify(String(request.headers[PRINCIPAL_HEADER] ?? ''));
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({ method: request.method, url: request.url, headers: request.headers, bytes, principal }),
  );
};

/** A unit behind the gateway whose answers a test can choose. */
export async function startTestUnit(port = 0): Promise<TestUnit> {
  const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
    if (request.url === '/openapi.json') {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ paths: unit.paths }));
      return;
    }
    if (request.url === '/readyz') {
      response.writeHead(unit.lacks.length === 0 ? 200 : 503, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ failing: unit.lacks }));
      return;
    }
    unit.requests.push(request);
    Promise.resolve(unit.answer(request, response)).catch(() => response.destroy());
  });
  const unit: TestUnit = {
    url: '',
    port: 0,
    requests: [],
    connections: 0,
    answer: echo,
    paths: {},
    lacks: [],
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  server.on('connection', () => {
    unit.connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  unit.port = typeof address === 'object' && address !== null ? address.port : 0;
  unit.url = `http://127.0.0.1:${unit.port}`;
  removeAfterFile(unit.stop);
  return unit;
}

import { createServer } from 'node:http';
import { startService } from '@linescope/chassis/service/run-service';
import { answerParent } from '../../support/bench-child.ts';
import { identity } from './identity.ts';

/** The service behind every contender, as light as can be, so that what is measured is the way to it; and identity beside it. */
const ANSWER = JSON.stringify({
  action_em: 'action_get_resource',
  response_em: 'response_success',
  response_detail: 'An answer of the usual size.',
  items: Array.from({ length: 8 }, (_, id) => ({ id, name: `item ${id}`, created_at: '2026-01-01T00:00:00Z' })),
});

const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
  request.resume();
  const body = request.url === '/openapi.json' ? '{"paths":{}}' : ANSWER;
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
});

answerParent(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const running = await startService(identity, process.env);
  return { http: typeof address === 'object' ? address?.port : 0, grpc: running.started.port };
});

import { timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:net';
import { Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData, status } from '@grpc/grpc-js';
import type { Fault } from '@linescope/contract/fault';
import type { Handlers } from '@linescope/proto/calls';
import type { RpcService } from '@linescope/proto/services';
import { HealthImplementation } from 'grpc-health-check';
import type { ProcessConfig, RpcConfig } from '../config/settings.ts';
import { toFault } from '../http/failure-answer.ts';
import { listen } from '../http/listen.ts';
import type { Runtime } from '../service/run-service.ts';
import { acceptTraceIdentifier, runInTrace, TRACE_HEADER } from '../trace/trace-context.ts';
import { inSpan } from '../trace/tracing.ts';
import { readTlsFiles } from './tls-files.ts';

type RawHandler = (request: unknown) => Promise<unknown>;

/** New replicas get traffic because clients must reconnect now and then. */
const MAX_CONNECTION_AGE_MS = 5 * 60 * 1000;

/** Serves one gRPC service and the standard health service; every call must carry the units' shared token. */
export async function serveRpc<Definition>(
  runtime: Runtime<RpcConfig & Pick<ProcessConfig, 'BIND_HOST' | 'SHARE_PORTS'>>,
  service: RpcService<Definition>,
  handlers: Handlers<Definition>,
): Promise<{ port: number }> {
  const { config, log, metrics } = runtime;
  const server = new Server({
    'grpc.max_connection_age_ms': MAX_CONNECTION_AGE_MS,
    'grpc.max_connection_age_grace_ms': 30_000,
    'grpc.max_receive_message_length': 16 * 1024 * 1024,
  });
  const health = new HealthImplementation({ '': 'SERVING', [service.name]: 'SERVING' });
  health.addToServer(server);
  const expected = Buffer.from(`Bearer ${config.RPC_TOKEN}`);
  const implementation = Object.fromEntries(
    Object.keys(service.definition).map((method) => {
      const handler = (handlers as Record<string, RawHandler>)[method.charAt(0).toLowerCase() + method.slice(1)];
      if (!handler) throw new Error(`${service.name} has no handler for ${method}`);
      return [
        method,
        (call: ServerUnaryCall<unknown, unknown>, reply: sendUnaryData<unknown>) =>
          void answer(method, handler, call, reply),
      ];
    }),
  );

  async function answer(
    method: string,
    handler: RawHandler,
    call: ServerUnaryCall<unknown, unknown>,
    reply: sendUnaryData<unknown>,
  ) {
    const stopTimer = metrics.rpcDuration.startTimer({ method });
    const given = Buffer.from(String(call.metadata.get('authorization')[0] ?? ''));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      stopTimer({ code: status.UNAUTHENTICATED });
      reply({ code: status.UNAUTHENTICATED, details: 'unknown caller' });
      return;
    }
    const traceIdentifier = acceptTraceIdentifier(call.metadata.get(TRACE_HEADER)[0]);
    await runInTrace({ traceIdentifier }, async () => {
      try {
        const response = await inSpan(`${service.name}/${method}`, 'SERVER', {}, () => handler(call.request));
        stopTimer({ code: status.OK });
        reply(null, response);
      } catch (err) {
        const fault = toFault(err);
        const code = codeOf(fault);
        stopTimer({ code });
        if (fault.status >= 500) log[fault.status === 500 ? 'error' : 'warn']({ err, method }, 'rpc failed');
        reply({ code, details: fault.message });
      }
    });
  }

  server.addService(service.definition, implementation);
  const { injectConnection } = server.createConnectionInjector(serverCredentials(config));
  const sockets = createServer((socket) => injectConnection(socket));
  const port = await listen(sockets, config, config.GRPC_PORT);
  runtime.onDrain(() => health.setStatus('', 'NOT_SERVING'));
  runtime.onStop('rpc', () => {
    sockets.close(); // its connections end with the sessions on them
    return new Promise<void>((resolve) => {
      const force = setTimeout(() => server.forceShutdown(), 3_000);
      server.tryShutdown(() => {
        clearTimeout(force);
        resolve();
      });
    });
  });
  return { port };
}

const CODES: Record<number, status> = {
  400: status.INVALID_ARGUMENT,
  404: status.NOT_FOUND,
  500: status.INTERNAL,
  503: status.UNAVAILABLE,
  504: status.DEADLINE_EXCEEDED,
};

const codeOf = (fault: Fault): status => CODES[fault.status] ?? status.FAILED_PRECONDITION;

function serverCredentials(config: RpcConfig): ServerCredentials {
  const files = readTlsFiles(config);
  if (!files) return ServerCredentials.createInsecure();
  return ServerCredentials.createSsl(files.ca, [{ cert_chain: files.cert, private_key: files.key }], true);
}

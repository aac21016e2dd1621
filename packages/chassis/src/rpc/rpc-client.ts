import { type ChannelCredentials, Client, credentials, Metadata } from '@grpc/grpc-js';
import type { Calls } from '@linescope/proto/calls';
import type { RpcService } from '@linescope/proto/services';
import type { RpcConfig } from '../config/settings.ts';
import type { Runtime } from '../service/run-service.ts';
import { currentTrace, TRACE_HEADER } from '../trace/trace-context.ts';
import { readTlsFiles } from './tls-files.ts';

const DEADLINE_MS = 5_000;

/** Only calls that never reached a server, or that change nothing when repeated, may be retried: UNAVAILABLE says so. */
const SERVICE_CONFIG = JSON.stringify({
  loadBalancingConfig: [{ round_robin: {} }],
  methodConfig: [
    {
      name: [{}],
      retryPolicy: {
        maxAttempts: 3,
        initialBackoff: '0.05s',
        maxBackoff: '0.5s',
        backoffMultiplier: 3,
        retryableStatusCodes: ['UNAVAILABLE'],
      },
    },
  ],
});

/** A typed client of another unit: deadlines always, round robin over what DNS names, trace and shared token in the metadata. */
export function openRpcClient<Definition>(
  runtime: Pick<Runtime<RpcConfig>, 'config' | 'onStop'>,
  service: RpcService<Definition>,
  address: string,
): Calls<Definition> {
  const target =
    /^[a-z]+:/.test(address) && !/:\d+$/.test(address.replace(/^[a-z]+:\/*/, '')) ? address : `dns:///${address}`;
  const client = new Client(target, clientCredentials(runtime.config), {
    'grpc.service_config': SERVICE_CONFIG,
    // Else it takes the environment's, which leads out to code hosts.
    'grpc.enable_http_proxy': 0,
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.min_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 1_000,
    'grpc.max_receive_message_length': 64 * 1024 * 1024,
  });
  runtime.onStop(`client of ${service.name}`, () => client.close());
  const authorization = `Bearer ${runtime.config.RPC_TOKEN}`;
  const calls: Record<string, unknown> = {};
  for (const [method, definition] of Object.entries(service.definition)) {
    calls[method.charAt(0).toLowerCase() + method.slice(1)] = (
      request: unknown,
      options: { signal?: AbortSignal; deadlineMs?: number } = {},
    ) =>
      new Promise((resolve, reject) => {
        const metadata = new Metadata();
        metadata.set('authorization', authorization);
        const trace = currentTrace()?.traceIdentifier;
        if (trace) metadata.set(TRACE_HEADER, trace);
        const call = client.makeUnaryRequest(
          definition.path,
          definition.requestSerialize,
          definition.responseDeserialize,
          request,
          metadata,
          { deadline: Date.now() + (options.deadlineMs ?? DEADLINE_MS) },
          (error, response) => (error ? reject(error) : resolve(response)),
        );
        options.signal?.addEventListener('abort', () => call.cancel(), { once: true });
      });
  }
  return calls as Calls<Definition>;
}

function clientCredentials(config: RpcConfig): ChannelCredentials {
  const files = readTlsFiles(config);
  return files ? credentials.createSsl(files.ca, files.key, files.cert) : credentials.createInsecure();
}

import { randomBytes } from 'node:crypto';
import { createPrincipalSigner, PRINCIPAL_HEADER } from '@linescope/chassis/principal/principal-token';
import { type RunningService, type ServiceDefinition, startService } from '@linescope/chassis/service/run-service';
import type { Principal } from '@linescope/contract/principal';
import type { z } from 'zod';
import { removeAfterFile } from './leave-nothing.ts';
import { testNats } from './test-nats.ts';
import { testPostgres } from './test-postgres.ts';

const PRINCIPAL_KEY = { kid: 'test', secret: randomBytes(32).toString('base64url') };

/** Shared by the services that one test file starts, so that they trust each other. */
export const TEST_RPC_TOKEN = randomBytes(32).toString('base64url');
export const TEST_PRINCIPAL_KEYS = JSON.stringify([PRINCIPAL_KEY]);
export const TEST_SECRET_KEYS = JSON.stringify([{ kid: 'test', key: randomBytes(32).toString('base64url') }]);

export interface Answered {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  body: any;
}

export interface CallOptions {
  as?: Principal;
  form?: Record<string, string>;
  json?: unknown;
  headers?: Record<string, string>;
  /** A request as fetch takes it, for bodies of other kinds. */
  init?: RequestInit;
}

export interface TestService<Started> extends RunningService<Started> {
  /** Calls a route of the service as the gateway would; `path` is relative to `/api/v1`. */
  call(method: string, path: string, options?: CallOptions): Promise<Answered>;
  url: string;
  namespace: string;
}

export const TEST_PRINCIPAL: Principal = { tokenId: 1, entityId: 1, entitySlug: 'acme', userId: 1, role: 'admin' };

/** Starts a service in this process on a database and a namespace of its own; `env` adds to or overrides the defaults. */
export async function testService<Schema extends z.ZodObject, Started extends { httpPort: number }>(
  definition: ServiceDefinition<Schema, Started>,
  env: Record<string, string> = {},
): Promise<TestService<Started>> {
  const postgresUrl = env['DATABASE_URL'] ?? (await testPostgres(definition.name)).url;
  const nats = env['NATS_URL']
    ? { url: env['NATS_URL'], namespace: env['NATS_NAMESPACE'] ?? 'test' }
    : await testNats();
  const running = await startService(definition, {
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    BIND_HOST: '127.0.0.1',
    HTTP_PORT: '0',
    GRPC_PORT: '0',
    INTERNAL_PORT: '0',
    DATABASE_URL: postgresUrl,
    NATS_URL: nats.url,
    NATS_NAMESPACE: nats.namespace,
    NATS_STREAM_BYTES: String(64 * 1024 * 1024),
    PRINCIPAL_KEYS: TEST_PRINCIPAL_KEYS,
    SECRET_KEYS: TEST_SECRET_KEYS,
    RPC_TOKEN: TEST_RPC_TOKEN,
    ...env,
  });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= running.stop();
    return stopped;
  };
  removeAfterFile(stop);
  const url = `http://127.0.0.1:${running.started.httpPort}`;
  return {
    ...running,
    stop,
    url,
    namespace: nats.namespace,
    call: (method, path, options) => callRoute(url, method, path, options),
  };
}

const sign = createPrincipalSigner([PRINCIPAL_KEY]);

/** The header by which a unit knows the caller, for requests that are not the API's own. */
export const principalHeaders = async (as: Principal = TEST_PRINCIPAL): Promise<Record<string, string>> => ({
  [PRINCIPAL_HEADER]: await sign(as),
});

async function callRoute(url: string, method: string, path: string, options: CallOptions = {}): Promise<Answered> {
  const headers = new Headers(options.init?.headers);
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  if (!headers.has(PRINCIPAL_HEADER)) headers.set(PRINCIPAL_HEADER, await sign(options.as ?? TEST_PRINCIPAL));
  const init: RequestInit = { ...options.init, method, headers };
  if (options.form) init.body = new URLSearchParams(options.form);
  if (options.json !== undefined) {
    init.body = JSON.stringify(options.json);
    headers.set('content-type', 'application/json');
  }
  const response = await fetch(`${url}/api/v1${path}`, init);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('application/json');
  const body = isJson ? JSON.parse(text) : text === '' ? undefined : text;
  return { status: response.status, headers: response.headers, body };
}

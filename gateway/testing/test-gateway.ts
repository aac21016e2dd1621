import { startService } from '@linescope/chassis/service/run-service';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { testNats } from '@linescope/test-kit/test-nats';
import { type Answered, TEST_PRINCIPAL, TEST_PRINCIPAL_KEYS, TEST_RPC_TOKEN } from '@linescope/test-kit/test-service';
import { gateway } from '../src/gateway.ts';
import { type KnownToken, startTestIdentity, type TestIdentity } from './test-identity.ts';
import { startTestUnit, type TestUnit } from './test-unit.ts';

export const GOOD_TOKEN = 'ls_good';
export const KNOWN: KnownToken = { ...TEST_PRINCIPAL, rateLimitPerMinute: 0 };

export interface TestGateway {
  url: string;
  port: number;
  internalUrl: string;
  identity: TestIdentity;
  /** One server plays all five units. */
  unit: TestUnit;
  nats: { url: string; namespace: string };
  isSubscribed(): boolean;
  refreshCatalogue(): Promise<void>;
  /** With the good token, unless the headers say otherwise. */
  get(path: string, headers?: Record<string, string>): Promise<Answered>;
  send(path: string, init: RequestInit): Promise<Answered>;
  stop(): Promise<void>;
}

/** A gateway on real sockets between a test's client and a unit of its choice; it knows one good token. */
export async function startTestGateway(
  env: Record<string, string> = {},
  given: { identity?: TestIdentity; unit?: TestUnit; nats?: { url: string; namespace: string } } = {},
): Promise<TestGateway> {
  const identity = given.identity ?? (await startTestIdentity());
  const unit = given.unit ?? (await startTestUnit());
  const nats = given.nats ?? (await testNats());
  identity.tokens.set(GOOD_TOKEN, KNOWN);
  const running = await startService(gateway, {
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    BIND_HOST: '127.0.0.1',
    INTERNAL_PORT: '0',
    PORT: '0',
    RPC_TOKEN: TEST_RPC_TOKEN,
    PRINCIPAL_KEYS: TEST_PRINCIPAL_KEYS,
    NATS_URL: nats.url,
    NATS_NAMESPACE: nats.namespace,
    IDENTITY_GRPC: identity.address,
    IDENTITY_HTTP: unit.url,
    DEVELOPERS_TEAMS_HTTP: unit.url,
    DEFECTS_RELEASES_HTTP: unit.url,
    IMPORTS_HTTP: unit.url,
    ANALYTICS_HTTP: unit.url,
    CONSOLE_DIR: '/nowhere',
    ...env,
  });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= running.stop();
    return stopped;
  };
  removeAfterFile(stop);
  const { port, isSubscribed, refreshCatalogue } = running.started;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    internalUrl: `http://127.0.0.1:${running.internalPort}`,
    identity,
    unit,
    nats,
    isSubscribed,
    refreshCatalogue,
    get: (path, headers = {}) => send(`${url}${path}`, { headers }),
    send: (path, init) => send(`${url}${path}`, init),
    stop,
  };
}

async function send(url: string, init: RequestInit): Promise<Answered> {
  const headers = new Headers(init.headers);
  if (!headers.has('authorization')) headers.set('authorization', `Bearer ${GOOD_TOKEN}`);
  const response = await fetch(url, { redirect: 'manual', ...init, headers });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

import { identityRpc } from '@linescope/proto/services';
import { fakeRpc } from '@linescope/test-kit/fake-rpc';
import { TEST_RPC_TOKEN } from '@linescope/test-kit/test-service';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { openRpcClient } from './rpc-client.ts';

afterEach(() => vi.unstubAllEnvs());

test('units call each other directly, whatever proxy leads to code hosts', async () => {
  // Nothing listens there.
  for (const name of ['grpc_proxy', 'https_proxy', 'http_proxy']) vi.stubEnv(name, 'http://127.0.0.1:9');
  const address = await fakeRpc(identityRpc, { isOriginNamed: async () => ({ named: true }) });
  const config = { RPC_TOKEN: TEST_RPC_TOKEN, GRPC_PORT: 0 };
  const onStop = (_name: string, stop: () => unknown) => onTestFinished(async () => void (await stop()));
  const client = openRpcClient({ config, onStop }, identityRpc, address);
  expect(await client.isOriginNamed({ origin: 'https://acme.example' })).toEqual({ named: true });
});

import { processSettings, rpcSettings } from '@linescope/chassis/config/settings';
import { serveRpc } from '@linescope/chassis/rpc/rpc-server';
import { defineService, startService } from '@linescope/chassis/service/run-service';
import type { Handlers } from '@linescope/proto/calls';
import type { RpcService } from '@linescope/proto/services';
import { z } from 'zod';
import { removeAfterFile } from './leave-nothing.ts';
import { TEST_RPC_TOKEN } from './test-service.ts';

/** Serves some methods of another service from functions that a test chooses; the others fail. Returns its address. */
export async function fakeRpc<Definition>(
  service: RpcService<Definition>,
  handlers: Partial<Handlers<Definition>>,
): Promise<string> {
  const definition = defineService({
    name: 'fake',
    config: z.object({ ...processSettings, ...rpcSettings }),
    start: (runtime) => serveRpc(runtime, service, withMissing(service, handlers)),
  });
  const running = await startService(definition, {
    LOG_LEVEL: 'silent',
    BIND_HOST: '127.0.0.1',
    INTERNAL_PORT: '0',
    GRPC_PORT: '0',
    RPC_TOKEN: TEST_RPC_TOKEN,
  });
  removeAfterFile(() => running.stop());
  return `127.0.0.1:${running.started.port}`;
}

/** The cast holds: every method has a handler, the given one or one that fails. */
const withMissing = <Definition>(service: RpcService<Definition>, handlers: Partial<Handlers<Definition>>) =>
  ({
    ...Object.fromEntries(
      Object.keys(service.definition).map((name) => [
        name.charAt(0).toLowerCase() + name.slice(1),
        async () => {
          throw new Error(`${name} is not served in this test`);
        },
      ]),
    ),
    ...handlers,
  }) as Handlers<Definition>;

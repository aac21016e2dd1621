import { openRpcClient } from '@linescope/chassis/rpc/rpc-client';
import { identityRpc } from '@linescope/proto/services';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { TEST_RPC_TOKEN } from '@linescope/test-kit/test-service';

/** Calls an identity that a test started, as another unit would. */
export const identityClient = (grpcPort: number) =>
  openRpcClient(
    {
      config: {
        GRPC_PORT: 0,
        RPC_TOKEN: TEST_RPC_TOKEN,
        GRPC_TLS_CA_FILE: undefined,
        GRPC_TLS_CERT_FILE: undefined,
        GRPC_TLS_KEY_FILE: undefined,
      },
      onStop: (_name, stop) => removeAfterFile(async () => stop()),
    },
    identityRpc,
    `127.0.0.1:${grpcPort}`,
  );

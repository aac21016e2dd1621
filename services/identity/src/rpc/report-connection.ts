import { invalidParameter } from '@linescope/contract/fault';
import { z } from 'zod';
import { noteConnectionStatus } from '../store/connections.ts';
import type { IdentityHandlers, RpcContext } from './messages.ts';

const statusSchema = z.enum(['connection_valid', 'connection_invalid', 'connection_quota_exceeded']);

export const reportConnection =
  ({ postgres }: RpcContext): IdentityHandlers['reportConnection'] =>
  async ({ connectionId, statusEm, detail }) => {
    const status = statusSchema.safeParse(statusEm);
    if (!status.success) throw invalidParameter('status_em', `status_em must be one of ${statusSchema.options}.`);
    await noteConnectionStatus(postgres, connectionId, status.data, detail);
    return {};
  };

import { quotaShelf } from '../store/quotas.ts';
import { type IdentityHandlers, quotaMessage, type RpcContext } from './messages.ts';

export const readQuotas =
  ({ postgres }: RpcContext): IdentityHandlers['readQuotas'] =>
  async ({ keys }) => ({ quotas: (await quotaShelf(postgres, 0).read(keys)).map(quotaMessage) });

import { isOriginNamed as isNamed } from '../store/entities.ts';
import type { IdentityHandlers, RpcContext } from './messages.ts';

export const isOriginNamed =
  ({ postgres }: RpcContext): IdentityHandlers['isOriginNamed'] =>
  async ({ origin }) => ({ named: await isNamed(postgres, origin) });

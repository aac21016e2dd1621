import { hashToken } from '../domain/token.ts';
import { introspectToken } from '../store/tokens.ts';
import type { IdentityHandlers, RpcContext } from './messages.ts';

const MAX_TOKEN_LENGTH = 200;

export const introspect =
  ({ postgres, rateLimitPerMinute }: RpcContext): IdentityHandlers['introspect'] =>
  async ({ token }) => {
    const found =
      token === '' || token.length > MAX_TOKEN_LENGTH ? null : await introspectToken(postgres, hashToken(token));
    if (!found) return { active: false };
    return { active: true, ...found, rateLimitPerMinute: found.rateLimitPerMinute ?? rateLimitPerMinute };
  };

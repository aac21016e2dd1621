import { hashToken } from '../domain/token.ts';
import { introspectToken, markUsed } from '../store/tokens.ts';
import type { IdentityHandlers, RpcContext } from './messages.ts';

const MAX_TOKEN_LENGTH = 200;

export const introspect =
  ({ postgres, rateLimitPerMinute }: RpcContext): IdentityHandlers['introspect'] =>
  async ({ token }) => {
    const found =
      token === '' || token.length > MAX_TOKEN_LENGTH ? null : await introspectToken(postgres, hashToken(token));
    if (!found) return { active: false };
    const { usedLately, expiresAt, scopes, allowedOrigins, ...caller } = found;
    if (!usedLately) await markUsed(postgres, found.tokenId);
    return {
      active: true,
      ...caller,
      rateLimitPerMinute: found.rateLimitPerMinute ?? rateLimitPerMinute,
      expiresAtMs: expiresAt?.getTime() ?? 0,
      scopes: scopes ?? [],
      allowedOrigins,
    };
  };

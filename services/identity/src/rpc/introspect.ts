import { hashToken } from '../domain/token.ts';
import { introspectToken } from '../store/tokens.ts';
import type { IdentityHandlers, RpcParts } from './handlers.ts';

const LONGEST = 200;

export const introspect =
  ({ postgres, rateLimitPerMinute }: RpcParts): IdentityHandlers['introspect'] =>
  async ({ token }) => {
    const found = token === '' || token.length > LONGEST ? null : await introspectToken(postgres, hashToken(token));
    if (!found) return { active: false };
    return { active: true, ...found, rateLimitPerMinute: found.rateLimitPerMinute ?? rateLimitPerMinute };
  };

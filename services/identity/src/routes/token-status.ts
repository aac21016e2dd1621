import { defineRoute, ok, type Route } from '@linescope/chassis/http/route';
import { isoTimestamp } from '@linescope/contract/date-time';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { notFound } from '@linescope/contract/fault';
import { id, timestamp } from '@linescope/contract/output-fields';
import { roleSchema } from '@linescope/contract/roles';
import { scopeSchema } from '@linescope/contract/scopes';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { findOwnToken } from '../store/tokens.ts';

const ACTION = 'action_get_resource';

/** The gateway has checked the token by the time a request is here. */
export const tokenStatus = ({ postgres }: Pick<Context, 'postgres'>): Route =>
  defineRoute({
    method: 'GET',
    path: '/api_tokens',
    action: ACTION,
    summary: 'Check an API token',
    description:
      'Answers 200 for a token that works, whatever it is limited to unless that is telemetry alone, and says whose it is, of which entity, and what it may do.',
    role: 'member',
    scope: 'any',
    input: z.object({}),
    output: z.object({
      ...envelopeShape,
      id,
      name: z.string(),
      entity_slug: z.string(),
      user: z.object({ id, email: z.string(), user_name: z.string() }),
      role_em: roleSchema,
      scopes: z.array(scopeSchema).nullable().describe("Null: whatever the user's role allows."),
      expires_at: timestamp.nullable(),
    }),
    async handle(_input, { principal }) {
      const token = await findOwnToken(postgres, principal.tokenId);
      if (!token) throw notFound('The token was removed meanwhile.');
      const { entitySlug, role } = principal;
      return ok(
        success(ACTION, `The token is valid for the entity ${entitySlug}.`, {
          id: token.id,
          name: token.name,
          entity_slug: entitySlug,
          user: { id: token.userId, email: token.email, user_name: token.userName },
          role_em: role,
          scopes: token.scopes,
          expires_at: token.expiresAt && isoTimestamp(token.expiresAt),
        }),
      );
    },
  });

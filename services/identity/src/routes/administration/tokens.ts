import { created, defineRoute, ok, type Route } from '@linescope/chassis/http/route';
import { isoTimestamp } from '@linescope/contract/date-time';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { forbidden, invalidParameter, notFound } from '@linescope/contract/fault';
import { dateTimeInput, integerInput, stringArrayInput, stringInput } from '@linescope/contract/inputs';
import { count, id, timestamp } from '@linescope/contract/output-fields';
import { pagedInput, pageFields, pageShape } from '@linescope/contract/pages';
import type { Principal } from '@linescope/contract/principal';
import { roleAllows } from '@linescope/contract/roles';
import { isScope, SCOPES, scopeSchema } from '@linescope/contract/scopes';
import { z } from 'zod';
import { issueToken } from '../../actions/issue-token.ts';
import { revokeToken as revoke } from '../../actions/revoke-token.ts';
import { setRateLimit } from '../../actions/set-rate-limit.ts';
import type { Context } from '../../context.ts';
import { findListedToken, findToken, type ListedToken, pageOfTokens } from '../../store/tokens.ts';
import { findMembers, type Member } from '../../store/users.ts';
import { emailInput } from '../inputs.ts';

const tokenRecord = z.object({
  id,
  name: z.string(),
  prefix: z.string().describe('How the token begins.'),
  user: z.object({ id, email: z.string(), user_name: z.string() }),
  scopes: z.array(scopeSchema).nullable().describe("Null: whatever the user's role allows."),
  rate_limit_per_minute: count.nullable().describe("Null: the deployment's own."),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
  expires_at: timestamp.nullable(),
  revoked_at: timestamp.nullable(),
});

const time = (at: Date | null): string | null => at && isoTimestamp(at);

const describeToken = (token: ListedToken): z.input<typeof tokenRecord> => ({
  id: token.id,
  name: token.name,
  prefix: token.prefix,
  user: { id: token.user_id, email: token.email, user_name: token.user_name },
  scopes: token.scopes,
  rate_limit_per_minute: token.rate_limit_per_minute,
  created_at: isoTimestamp(token.created_at),
  last_used_at: time(token.last_used_at),
  expires_at: time(token.expires_at),
  revoked_at: time(token.revoked_at),
});

const scopesInput = stringArrayInput({ maxItems: SCOPES.length })
  .refine((names) => names.length > 0 && names.every(isScope), `must be some of ${SCOPES.join(', ')}`)
  .transform((names) => names.filter(isScope))
  .meta({ type: 'array', items: { type: 'string', enum: [...SCOPES] } });

const rateLimitInput = integerInput({ min: 1, max: 1_000_000 }).optional();

const isAdmin = ({ role }: Principal): boolean => roleAllows(role, 'admin');

export const listTokens = ({ postgres }: Context): Route =>
  defineRoute({
    method: 'GET',
    path: '/tokens',
    action: 'action_token_list',
    summary: 'List API tokens',
    description:
      "The newest first, revoked ones too. Admins see the entity's, others their own. No token is shown itself.",
    role: 'member',
    input: z.object(pagedInput),
    records: { field: 'tokens' },
    output: z.object({ ...envelopeShape, ...pageShape, tokens: z.array(tokenRecord) }),
    async handle(given, { principal }) {
      const userId = isAdmin(principal) ? null : principal.userId;
      const { tokens, ...page } = await pageOfTokens(postgres, { entityId: principal.entityId, userId }, given);
      return ok(
        success('action_token_list', `${page.total} ${page.total === 1 ? 'token' : 'tokens'} found.`, {
          ...pageFields(given, page),
          tokens: tokens.map(describeToken),
        }),
      );
    },
  });

export const createToken = ({ postgres }: Context): Route =>
  defineRoute({
    method: 'POST',
    statuses: [201],
    path: '/tokens',
    action: 'action_token_create',
    summary: 'Create an API token',
    description: '`api_token` is shown this once and stored nowhere. Admins may create one for another user.',
    role: 'member',
    scope: 'admin',
    input: z.object({
      name: stringInput({ max: 200 }).describe('What it is for.'),
      email: emailInput.optional().describe('Whose it is; your own, unless given.'),
      expires_at: dateTimeInput().optional().describe('Never, unless given.'),
      scopes: scopesInput.optional().describe(`What it may do, of ${SCOPES.join(', ')}; all, unless given.`),
      rate_limit_per_minute: rateLimitInput.describe(
        "Requests a minute; the deployment's own, unless an admin gives one.",
      ),
    }),
    output: z.object({ ...envelopeShape, api_token: z.string(), token: tokenRecord }),
    async handle(input, { principal }) {
      const { entityId } = principal;
      if (input.expires_at && input.expires_at.getTime() <= Date.now())
        throw invalidParameter('expires_at', 'expires_at must be a time to come.');
      if (input.rate_limit_per_minute !== undefined && !isAdmin(principal))
        throw forbidden('Only an admin sets the limit of a token.');
      const owner = await ownerOf(postgres, principal, input.email);
      const { token, record } = await postgres.transaction((tx) =>
        issueToken(tx, {
          entityId,
          userId: owner.id,
          name: input.name,
          expiresAt: input.expires_at ?? null,
          rateLimitPerMinute: input.rate_limit_per_minute ?? null,
          scopes: input.scopes,
          actor: `token:${principal.tokenId}`,
        }),
      );
      return created(
        success('action_token_create', `The token of ${owner.email} is made. It is shown this once.`, {
          api_token: token,
          token: describeToken({ ...record, email: owner.email, user_name: owner.userName }),
        }),
      );
    },
  });

/** Nobody makes a token that could do more than they can. */
async function ownerOf(
  postgres: Context['postgres'],
  principal: Principal,
  email: string | undefined,
): Promise<Member> {
  const { entityId, userId } = principal;
  const members = await findMembers(postgres, entityId, email ? [email] : [], email ? [] : [userId]);
  const owner = members.find((member) => (email ? member.email === email : member.id === userId));
  if (owner?.id === userId) return owner;
  if (!isAdmin(principal)) throw forbidden('Only an admin makes tokens for others.');
  if (!owner) throw notFound('There is no such user here.', 'email');
  if (!roleAllows(principal.role, owner.role)) throw forbidden(`${owner.email} has a role above your own.`);
  return owner;
}

export const changeToken = ({ postgres, outbox }: Context): Route =>
  defineRoute({
    method: 'PUT',
    path: '/tokens/:id',
    action: 'action_token_update',
    summary: 'Change how many requests a minute an API token may make',
    description: 'Takes effect within a second on every gateway.',
    role: 'admin',
    input: z.object({
      id: integerInput({ min: 1 }),
      rate_limit_per_minute: rateLimitInput.describe("Requests a minute; the deployment's own, unless given."),
    }),
    output: z.object({ ...envelopeShape, token: tokenRecord }),
    async handle({ id, rate_limit_per_minute: perMinute = null }, { principal }) {
      const before = await findToken(postgres, id);
      if (before?.entity_id !== principal.entityId) throw notFound('There is no such token.', 'id');
      const change = { tokenId: id, perMinute, actor: `token:${principal.tokenId}` };
      await postgres.transaction((tx) => setRateLimit(tx, outbox, change));
      const token = await findListedToken(postgres, id);
      if (!token) throw notFound('There is no such token.', 'id');
      const limit = perMinute === null ? "the deployment's own number of" : perMinute;
      return ok(
        success('action_token_update', `The token ${token.prefix}… may make ${limit} requests a minute.`, {
          token: describeToken(token),
        }),
      );
    },
  });

export const revokeToken = ({ postgres, outbox }: Context): Route =>
  defineRoute({
    method: 'DELETE',
    path: '/tokens/:id',
    action: 'action_token_revoke',
    summary: 'Revoke an API token',
    description: 'Takes effect within a second on every gateway, and ends the sessions that were started with it.',
    role: 'member',
    scope: 'admin',
    input: z.object({ id: integerInput({ min: 1 }) }),
    output: z.object({ ...envelopeShape, id }),
    async handle({ id }, { principal }) {
      const token = await findToken(postgres, id);
      const isOwn = token?.user_id === principal.userId;
      if (token?.entity_id !== principal.entityId || !(isOwn || isAdmin(principal)))
        throw notFound('There is no such token.', 'id');
      await postgres.transaction((tx) => revoke(tx, outbox, { tokenId: id, actor: `token:${principal.tokenId}` }));
      return ok(success('action_token_revoke', `The token ${token.prefix}… is revoked.`, { id }));
    },
  });

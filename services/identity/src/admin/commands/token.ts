import { ENTITY_OPTION, UsageError } from '@linescope/command-line/command';
import { listing } from '@linescope/command-line/table';
import { parseDateTime } from '@linescope/contract/date-time';
import { issueToken } from '../../actions/issue-token.ts';
import { revokeToken } from '../../actions/revoke-token.ts';
import { setRateLimit } from '../../actions/set-rate-limit.ts';
import { listTokens, type TokenRecord } from '../../store/tokens.ts';
import type { AdminCommand } from '../admin-context.ts';
import { OPERATOR } from '../admin-context.ts';
import { needEntity, needMember } from '../find-entity.ts';

const describe = (token: TokenRecord) => ({
  id: token.id,
  prefix: token.prefix,
  name: token.name,
  user_id: token.user_id,
  rate_limit_per_minute: token.rate_limit_per_minute,
  created_at: token.created_at.toISOString(),
  expires_at: token.expires_at?.toISOString() ?? null,
  revoked_at: token.revoked_at?.toISOString() ?? null,
});

export const tokenCreate: AdminCommand = {
  summary: 'Issue an API token to a member; it is shown once',
  options: {
    ...ENTITY_OPTION,
    email: { value: 'email', help: 'the member whose token it is' },
    name: { value: 'name', help: 'what it is for' },
    'expires-at': { value: 'time', help: 'ISO 8601; never, if not given' },
    'rate-limit': { value: 'number', help: "requests a minute; the deployment's, if not given" },
  },
  async run({ postgres }, { need, option }) {
    const entity = await needEntity(postgres, need('entity'));
    const member = await needMember(postgres, entity, need('email'));
    const expiry = option('expires-at');
    const expiresAt = expiry === undefined ? null : parseDateTime(expiry);
    if (expiry !== undefined && (expiresAt === null || expiresAt.getTime() <= Date.now())) {
      throw new UsageError('--expires-at must be a time to come, such as 2027-01-31T00:00:00Z.');
    }
    const limit = option('rate-limit');
    const { token, record } = await postgres.transaction((tx) =>
      issueToken(tx, {
        entityId: entity.id,
        userId: member.id,
        name: option('name') ?? 'admin command',
        expiresAt,
        rateLimitPerMinute: limit === undefined ? null : readLimit(limit),
        actor: OPERATOR,
      }),
    );
    return {
      json: { ...describe(record), api_token: token },
      text: `${token}\n\nKeep it: it is not stored, and not shown again (id ${record.id}).`,
    };
  },
};

export const tokenList: AdminCommand = {
  summary: 'List the tokens of an entity, revoked ones too',
  options: ENTITY_OPTION,
  async run({ postgres }, { need }) {
    const entity = await needEntity(postgres, need('entity'));
    return listing((await listTokens(postgres, entity.id)).map(describe));
  },
};

export const tokenRevoke: AdminCommand = {
  summary: 'Revoke a token; takes effect within a second',
  args: ['id'],
  async run({ postgres, outbox }, { args }) {
    const tokenId = readId(args[0] ?? '');
    const revoked = await postgres.transaction((tx) => revokeToken(tx, outbox, { tokenId, actor: OPERATOR }));
    if (!revoked) throw new UsageError(`There is no live token with id ${tokenId}.`);
    return { json: { id: tokenId, revoked: true }, text: `Token ${tokenId} is revoked.` };
  },
};

export const tokenSetLimit: AdminCommand = {
  summary: 'Set how many requests a minute a token may make; `default` is the deployment’s own limit',
  args: ['id', 'limit'],
  async run({ postgres, outbox }, { args }) {
    const tokenId = readId(args[0] ?? '');
    const perMinute = args[1] === 'default' ? null : readLimit(args[1] ?? '');
    const found = await postgres.transaction((tx) => setRateLimit(tx, outbox, { tokenId, perMinute, actor: OPERATOR }));
    if (!found) throw new UsageError(`There is no token with id ${tokenId}.`);
    return {
      json: { id: tokenId, rate_limit_per_minute: perMinute },
      text: `Token ${tokenId} may make ${perMinute ?? 'the default number of'} requests a minute.`,
    };
  },
};

export function readId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new UsageError(`${text} is not an id.`);
  return Number(text);
}

function readLimit(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`${text} is not a number of requests a minute.`);
  return Number(text);
}

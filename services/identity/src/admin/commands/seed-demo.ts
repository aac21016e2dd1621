import type { Transaction } from '@linescope/chassis/postgres/postgres';
import type { Role } from '@linescope/contract/roles';
import { GITHUB } from '@linescope/contract/vendors';
import { tryCreateEntity } from '../../actions/create-entity.ts';
import { ensureUser } from '../../actions/ensure-user.ts';
import { issueToken } from '../../actions/issue-token.ts';
import { revokeToken } from '../../actions/revoke-token.ts';
import type { CodeHostAccess } from '../../domain/code-host-access.ts';
import { findEntity } from '../../store/entities.ts';
import { findLiveTokenNamed } from '../../store/tokens.ts';
import type { AdminCommand } from '../admin-context.ts';
import { type AdminContext, OPERATOR } from '../admin-context.ts';
import { needEntity } from '../find-entity.ts';
import { connect } from './provision.ts';

const TOKEN_NAME = 'demo';

interface Seat {
  slug: string;
  email: string;
  fullName: string;
  role: Role;
}

const DEMO: Seat = { slug: 'demo', email: 'admin@demo.example', fullName: 'Demo Admin', role: 'admin' };
const OPERATIONS: Seat = {
  slug: 'operations',
  email: 'operator@operations.example',
  fullName: 'Operator',
  role: 'super_admin',
};

export const seedDemo: AdminCommand = {
  summary:
    'Make the demo entity with its admin, and a super admin; a token that was issued before is not shown again.\nWith CODE_HOST_URL and CODE_HOST_TOKEN set, the demo entity is connected to that code host.',
  options: { rotate: { help: 'revoke the tokens issued before, and issue new ones' } },
  async run(context, { flag }) {
    const [apiToken, adminToken] = await context.postgres.transaction(async (tx) => [
      await seed(tx, context, DEMO, flag('rotate')),
      await seed(tx, context, OPERATIONS, flag('rotate')),
    ]);
    await connectCodeHost(context);
    const line = (name: string, token: string | null | undefined) =>
      `${name.padEnd(12)} ${token ?? 'issued before; --rotate makes a new one'}`;
    return {
      json: { entity_slug: DEMO.slug, api_token: apiToken, admin_token: adminToken },
      text: [`entity_slug  ${DEMO.slug}`, line('api_token', apiToken), line('admin_token', adminToken)].join('\n'),
    };
  },
};

/** The local code host, where there is one: it may have another port at every start. */
async function connectCodeHost(context: AdminContext): Promise<void> {
  const { CODE_HOST_URL: endpointUrl, CODE_HOST_TOKEN: token } = context.env;
  if (!endpointUrl || !token) return;
  const access: CodeHostAccess = {
    gitProvider: GITHUB,
    token,
    email: DEMO.email,
    endpointUrl,
    devopsOrganizationName: null,
    devopsTenantId: null,
    expiresAt: null,
  };
  await connect(context, await needEntity(context.postgres, DEMO.slug), access, { role: DEMO.role, moved: true });
}

/** The new token, or null where a live one exists. */
async function seed(tx: Transaction, { outbox }: AdminContext, seat: Seat, rotate: boolean): Promise<string | null> {
  const entity =
    (await tryCreateEntity(tx, outbox, { slug: seat.slug, actor: OPERATOR })) ?? (await findEntity(tx, seat.slug));
  if (entity?.status !== 'active') throw new Error(`the entity ${seat.slug} is being removed; try again later`);
  const user = await ensureUser(tx, outbox, { entityId: entity.id, ...seat, actor: OPERATOR });
  const live = await findLiveTokenNamed(tx, entity.id, user.id, TOKEN_NAME);
  if (live && !rotate) return null;
  if (live) await revokeToken(tx, outbox, { tokenId: live.id, actor: OPERATOR });
  const wish = { entityId: entity.id, userId: user.id, name: TOKEN_NAME, actor: OPERATOR };
  return (await issueToken(tx, wish)).token;
}

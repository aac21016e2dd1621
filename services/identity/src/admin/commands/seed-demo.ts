import type { Transaction } from '@linescope/chassis/postgres/postgres';
import type { Role } from '@linescope/contract/roles';
import { GITHUB } from '@linescope/contract/vendors';
import { tryCreateEntity } from '../../actions/create-entity.ts';
import { ensureUser } from '../../actions/ensure-user.ts';
import { issueToken } from '../../actions/issue-token.ts';
import { revokeToken } from '../../actions/revoke-token.ts';
import type { CodeHostAccess } from '../../actions/verify-code-host.ts';
import { findEntity } from '../../store/entities.ts';
import { findLiveTokenNamed } from '../../store/tokens.ts';
import type { Command } from '../command.ts';
import { type Desk, OPERATOR } from '../desk.ts';
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

export const seedDemo: Command = {
  summary:
    'Make the demo entity with its admin, and a super admin; a token that was issued before is not shown again.\nWith CODE_HOST_URL and CODE_HOST_TOKEN set, the demo entity is connected to that code host.',
  options: { rotate: { help: 'revoke the tokens issued before, and issue new ones' } },
  async run(desk, { flag }) {
    const [apiToken, adminToken] = await desk.postgres.transaction(async (tx) => [
      await seed(tx, desk, DEMO, flag('rotate')),
      await seed(tx, desk, OPERATIONS, flag('rotate')),
    ]);
    await connectCodeHost(desk);
    const line = (name: string, token: string | null | undefined) =>
      `${name.padEnd(12)} ${token ?? 'issued before; --rotate makes a new one'}`;
    return {
      json: { entity_slug: DEMO.slug, api_token: apiToken, admin_token: adminToken },
      text: [`entity_slug  ${DEMO.slug}`, line('api_token', apiToken), line('admin_token', adminToken)].join('\n'),
    };
  },
};

/** The local code host, where there is one: it may have another port at every start. */
async function connectCodeHost(desk: Desk): Promise<void> {
  const { CODE_HOST_URL: endpointUrl, CODE_HOST_TOKEN: token } = desk.env;
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
  await connect(desk, await needEntity(desk.postgres, DEMO.slug), access, { role: DEMO.role, moved: true });
}

/** The new token, or null where a live one exists. */
async function seed(tx: Transaction, { outbox }: Desk, seat: Seat, rotate: boolean): Promise<string | null> {
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

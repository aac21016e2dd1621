import type { Outbox } from '@linescope/chassis/events/outbox';
import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { forbidden } from '@linescope/contract/fault';
import { normaliseEmail } from '../domain/email.ts';
import type { SignedInAccount } from '../sign-in-provider.ts';
import { bindOidcUser, findOidcUser, type OidcClient } from '../store/oidc.ts';
import { findMembers } from '../store/users.ts';
import { ensureUser } from './ensure-user.ts';

const refused = () =>
  forbidden('This account may not sign in here: ask an admin of your organization to add its email address.');

/**
 * The member whose account this is. Known by (issuer, subject); the first time by a verified email of an allowed domain.
 * Never a super admin, who is not one entity's: a customer's provider must not open the whole service.
 */
export async function admitAccount(
  tx: Transaction,
  outbox: Outbox,
  client: OidcClient,
  account: SignedInAccount,
): Promise<number> {
  const { entityId } = client;
  const bound = await findOidcUser(tx, entityId, account.issuer, account.subject);
  if (bound !== null) return admit(await findMembers(tx, entityId, [], [bound]));
  const email = account.verifiedEmail && normaliseEmail(account.verifiedEmail);
  if (!email || !client.allowedDomains.includes(email.slice(email.lastIndexOf('@') + 1))) throw refused();
  const members = (await findMembers(tx, entityId, [email], [])).filter((member) => member.email === email);
  if (members.length === 0 && client.createsMembers)
    members.push(
      await ensureUser(tx, outbox, { entityId, email, fullName: account.fullName, role: 'member', actor: 'sign-in' }),
    );
  const userId = admit(members);
  await bindOidcUser(tx, entityId, account.issuer, account.subject, userId);
  return userId;
}

function admit([member]: { id: number; role: string }[]): number {
  if (!member || member.role === 'super_admin') throw refused();
  return member.id;
}

import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { hashToken, newSecret } from '../domain/token.ts';
import { insertLink } from '../store/sign-in-links.ts';

/** An address that signs its user in once, within ten minutes. */
export async function makeSignInLink(
  db: Queryable,
  publicBaseUrl: string,
  member: { entityId: number; userId: number; mustConfirm: boolean },
): Promise<string> {
  const secret = newSecret();
  await insertLink(db, { sha256: hashToken(secret), ...member });
  return `${publicBaseUrl.replace(/(?<!\/)\/+$/, '')}/auth/link/${secret}`;
}

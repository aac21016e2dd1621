import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { PrincipalKeys } from '@linescope/chassis/config/settings';

export interface OfferLinks {
  /** The address that accepts this offer, until it expires. */
  linkOf(importId: number, expiresAt: Date): string;
  /** What a link's token stands for; null where it is not ours. */
  read(token: string): { importId: number; expiresAt: Date } | null;
}

const TOKEN = /^(\d{1,16})\.(\d{1,12})\.([A-Za-z0-9_-]{43})$/;

/** Signed with keys of their own, drawn from those that the units share; the first signs, all verify. */
export function createOfferLinks(keys: PrincipalKeys, baseUrl: string): OfferLinks {
  const secrets = keys.map((key) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(key.secret, 'base64url'), key.kid, 'import offers', 32)),
  );
  const [first] = secrets;
  if (!first) throw new Error('PRINCIPAL_KEYS is empty');
  const sign = (secret: Buffer, text: string) => createHmac('sha256', secret).update(text).digest();
  return {
    linkOf(importId, expiresAt) {
      const text = `${importId}.${Math.floor(expiresAt.getTime() / 1000)}`;
      return `${baseUrl.replace(/\/+$/, '')}/import_offers/${text}.${sign(first, text).toString('base64url')}`;
    },
    read(token) {
      const [, id = '', seconds = '', signature = ''] = TOKEN.exec(token) ?? [];
      const given = Buffer.from(signature, 'base64url');
      const genuine = secrets.some((secret) => {
        const expected = sign(secret, `${id}.${seconds}`);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      return genuine ? { importId: Number(id), expiresAt: new Date(Number(seconds) * 1000) } : null;
    },
  };
}

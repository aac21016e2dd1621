import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { PrincipalKeys } from '../config/settings.ts';

export interface SignedLinks {
  /** The address that stands for this row, until it expires. */
  linkOf(id: number, expiresAt: Date): string;
  /** What a link's token stands for; null where it is not ours. */
  read(token: string): { id: number; expiresAt: Date } | null;
}

/** A link made for one purpose is worth nothing for another. */
export interface Purpose {
  path: string;
  keyName: string;
}

const TOKEN = /^(\d{1,16})\.(\d{1,12})\.([A-Za-z0-9_-]{43})$/;

/** Signed with keys of their purpose, drawn from those that the units share; the first signs, all verify. */
export function createSignedLinks(keys: PrincipalKeys, baseUrl: string, purpose: Purpose): SignedLinks {
  const secrets = keys.map((key) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(key.secret, 'base64url'), key.kid, purpose.keyName, 32)),
  );
  const [first] = secrets;
  if (!first) throw new Error('PRINCIPAL_KEYS is empty');
  const sign = (secret: Buffer, text: string) => createHmac('sha256', secret).update(text).digest();
  return {
    linkOf(id, expiresAt) {
      const text = `${id}.${Math.floor(expiresAt.getTime() / 1000)}`;
      return `${baseUrl.replace(/(?<!\/)\/+$/, '')}/${purpose.path}/${text}.${sign(first, text).toString('base64url')}`;
    },
    read(token) {
      const [, id = '', seconds = '', signature = ''] = TOKEN.exec(token) ?? [];
      const given = Buffer.from(signature, 'base64url');
      const genuine = secrets.some((secret) => {
        const expected = sign(secret, `${id}.${seconds}`);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      return genuine ? { id: Number(id), expiresAt: new Date(Number(seconds) * 1000) } : null;
    },
  };
}

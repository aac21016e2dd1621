import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretKeys } from '../config/settings.ts';

const TAG_BYTES = 16;

/** AES-256-GCM at rest. The key's id stands in front, so old rows stay readable while keys rotate. */
export interface SecretBox {
  seal(plain: string, context: string): string;
  open(sealed: string, context: string): string;
  /** True where the row should be sealed again with the newest key. */
  isStale(sealed: string): boolean;
}

/** `context` (such as `connection:42`) is authenticated: a sealed value moved to another row does not open. */
export function createSecretBox(keys: SecretKeys): SecretBox {
  const [newest] = keys;
  if (!newest) throw new Error('SECRET_KEYS is empty');
  const byId = new Map(keys.map((key) => [key.kid, Buffer.from(key.key, 'base64url')]));
  return {
    seal(plain, context) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', Buffer.from(newest.key, 'base64url'), iv).setAAD(
        Buffer.from(context),
      );
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return [
        newest.kid,
        iv.toString('base64url'),
        cipher.getAuthTag().toString('base64url'),
        sealed.toString('base64url'),
      ].join('.');
    },
    open(sealed, context) {
      const [kid = '', iv = '', tag = '', data = ''] = sealed.split('.');
      const key = byId.get(kid);
      if (!key) throw new Error(`no secret key with id ${kid}`);
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), {
        authTagLength: TAG_BYTES, // a shorter one would be easier to forge
      }).setAAD(Buffer.from(context));
      decipher.setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([decipher.update(Buffer.from(data, 'base64url')), decipher.final()]).toString('utf8');
    },
    isStale: (sealed) => !sealed.startsWith(`${newest.kid}.`),
  };
}

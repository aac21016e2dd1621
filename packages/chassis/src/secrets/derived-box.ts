import { hkdfSync } from 'node:crypto';
import type { PrincipalKeys } from '../config/settings.ts';
import { createSecretBox, type SecretBox } from './secret-box.ts';

/** Seals with keys of one purpose, derived from those that the units share; the first seals, all open. */
export const createDerivedBox = (keys: PrincipalKeys, purpose: string): SecretBox =>
  createSecretBox(
    keys.map(({ kid, secret }) => ({
      kid,
      key: Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64url'), kid, purpose, 32)).toString('base64url'),
    })),
  );

import { createHash, randomBytes } from 'node:crypto';

import { SESSION_PREFIX } from '@linescope/chassis/principal/session-cookie';

const PREFIX = 'lsc_';
const SHOWN_CHARACTERS = 6;

export interface NewToken {
  /** Shown once, stored nowhere. */
  token: string;
  prefix: string;
  sha256: string;
}

/** 256 random bits behind a readable prefix. */
export function newToken(readable = PREFIX): NewToken {
  const token = `${readable}${newSecret()}`;
  return { token, prefix: token.slice(0, readable.length + SHOWN_CHARACTERS), sha256: hashToken(token) };
}

export const newSession = (): NewToken => newToken(SESSION_PREFIX);

export const newSecret = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

import { createHash, randomBytes } from 'node:crypto';

const PREFIX = 'lsc_';
const SHOWN_CHARACTERS = 6;

export interface NewToken {
  /** Shown once, stored nowhere. */
  token: string;
  prefix: string;
  sha256: string;
}

/** 256 random bits behind a readable prefix. */
export function newToken(random: (bytes: number) => Buffer = randomBytes): NewToken {
  const token = `${PREFIX}${random(32).toString('base64url')}`;
  return { token, prefix: token.slice(0, PREFIX.length + SHOWN_CHARACTERS), sha256: hashToken(token) };
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

import { readNoReply } from './identity.ts';

/** Somebody who is invited by email. */
export interface Invited {
  email: string;
  asEm: 'developer' | 'manager';
  /** Who they already are among the committers. */
  committerId: number | null;
}

const EMAIL = /^[^\s@,<>"]+@[^\s@,<>"]+\.[^\s@.,<>"]+$/;

export const isEmail = (text: string): boolean => text.length <= 254 && EMAIL.test(text);

/** An address that a person reads: a code host's no-reply address is none. */
export const isMailable = (text: string | null): text is string =>
  text !== null && isEmail(text) && readNoReply(text) === null;

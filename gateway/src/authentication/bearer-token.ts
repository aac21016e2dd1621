import { hash } from 'node:crypto';

const BEARER = /^bearer +([\x21-\x7e]{1,512})$/i;

/** The token of an `Authorization` header, or null where there is none that could be one. */
export const readBearerToken = (header: string | undefined): string | null =>
  header === undefined ? null : (BEARER.exec(header)?.[1] ?? null);

/** Tokens are known by their hash, here as in identity: the cache holds nothing that could be used to call. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex');

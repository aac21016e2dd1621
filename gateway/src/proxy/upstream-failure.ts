import type { ClientRequest } from 'node:http';
import { Fault, unavailable } from '@linescope/contract/fault';

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');

const NO_CONNECTION = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']);

/** No connection was made; or a kept one was closed by the unit just as we took it up. */
export const neverReachedUnit = (error: Error, upstream: ClientRequest | null): boolean =>
  NO_CONNECTION.has(codeOf(error)) || (codeOf(error) === 'ECONNRESET' && upstream?.reusedSocket === true);

export const toUpstreamFault = (error: Error): Fault =>
  codeOf(error) === 'ERR_INVALID_CHAR' || codeOf(error) === 'ERR_UNESCAPED_CHARACTERS'
    ? new Fault('response_invalid_parameters', 'The request holds a character that may not stand there.')
    : unavailable(undefined, error);

export const tooLate = (): Fault => new Fault('response_timeout', 'The request took too long. Try again.');

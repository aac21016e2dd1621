import { retryAfter } from './quota-headers.ts';
import type { WireAnswer } from './transport.ts';

/** What an answer means for the caller, before its body is read. */
export type Verdict =
  | { kind: 'ok' }
  | { kind: 'not_modified' }
  | { kind: 'redirect'; location: string }
  | { kind: 'quota'; resumeAt: number | null }
  | { kind: 'connection_invalid' }
  | { kind: 'access_denied' }
  | { kind: 'not_found' }
  | { kind: 'transient'; resumeAt: number | null }
  | { kind: 'rejected' };

const quotaWords = /rate limit|abuse detection|too many requests|quota exceeded/i;
/** Where a host sends a browser to sign in: said to a token, it means that the token is not taken. */
const signInAddress = /\/_signin|login\.microsoftonline\.com|\/oauth2?\/authorize/i;
const signInPage = /^\s*(<!doctype html|<html)/i;

/** A 403 is a quota only when the host says so: by an empty budget, by Retry-After, or in words. */
function isQuotaRefusal({ headers, body }: WireAnswer): boolean {
  const emptied = headers.get('x-ratelimit-remaining') === '0' && headers.get('x-ratelimit-limit') !== '0';
  return emptied || headers.has('retry-after') || quotaWords.test(body.slice(0, 2_000));
}

export function classify(answer: WireAnswer, now: number): Verdict {
  const { status, headers } = answer;
  // One host answers a bad token with 203 and its sign-in page, another way of saying 401.
  if (status === 203 && signInPage.test(answer.body)) return { kind: 'connection_invalid' };
  if (status >= 200 && status < 300) return { kind: 'ok' };
  if (status === 304) return { kind: 'not_modified' };
  if (status >= 300 && status < 400) {
    const location = headers.get('location') ?? '';
    return signInAddress.test(location) ? { kind: 'connection_invalid' } : { kind: 'redirect', location };
  }
  if (status === 401) return { kind: 'connection_invalid' };
  if (status === 429) return { kind: 'quota', resumeAt: retryAfter(headers, now) };
  if (status === 403) {
    return isQuotaRefusal(answer) ? { kind: 'quota', resumeAt: retryAfter(headers, now) } : { kind: 'access_denied' };
  }
  if (status === 451) return { kind: 'access_denied' };
  if (status === 404 || status === 410) return { kind: 'not_found' };
  if (status === 408 || status >= 500) return { kind: 'transient', resumeAt: retryAfter(headers, now) };
  return { kind: 'rejected' };
}

import { humanTimestamp } from '@linescope/contract/date-time';
import { DAY_MS } from '@linescope/contract/days';

const WARN_MS = 14 * DAY_MS;

/** The customer may say when a code-host token ends, and so may the host: the earlier counts. */
export function earliest(...times: (Date | null)[]): Date | null {
  const known = times.filter((time) => time !== null).map((time) => time.getTime());
  return known.length === 0 ? null : new Date(Math.min(...known));
}

/** The sentence that a customer reads while there is still time to submit a new token. */
export function expiryWarning(expiresAt: Date | null, now: Date): string | null {
  if (expiresAt === null || expiresAt.getTime() - now.getTime() > WARN_MS) return null;
  return `The token expires soon, on ${humanTimestamp(expiresAt)}: submit a new one before then.`;
}

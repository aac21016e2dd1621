import type { Connection } from '@linescope/client/answers';
import { formatCount } from '../../ui/format.ts';

/** Null where its token has no end. */
export function sayExpiry({ expires_in_days: days }: Pick<Connection, 'expires_in_days'>): string | null {
  if (days === null) return null;
  if (days < 0) return 'expired';
  return days === 0 ? 'within a day' : `in ${formatCount(days, 'day')}`;
}

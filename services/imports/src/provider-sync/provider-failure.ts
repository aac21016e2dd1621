import { RetryLater } from '@linescope/chassis/events/retry-later';
import { isProviderError } from '@linescope/providers/errors';
import type { Context } from '../context.ts';
import { ImportFailure, QuotaPause } from '../domain/import-status.ts';

/** Where the host does not say when its quota is renewed. */
const UNTOLD_MS = 60_000;

/**
 * What a provider's refusal means for an import: a failure to report, a pause, or (thrown on) a passing fault that
 * another attempt may mend. A token that the host refused is marked, so that nobody borrows it again.
 */
export async function readProviderFailure(
  context: Context,
  error: unknown,
  connections: { connectionId: number }[],
): Promise<ImportFailure> {
  if (!isProviderError(error)) throw error;
  switch (error.code) {
    case 'connection_invalid': {
      const refused = connections.filter(
        ({ connectionId }) => error.connectionId === null || String(connectionId) === error.connectionId,
      );
      for (const { connectionId } of refused) {
        await context.identity.reportConnection({
          connectionId,
          statusEm: 'connection_invalid',
          detail: error.message,
        });
      }
      return new ImportFailure('unable_to_acquire_connection', 'connection_invalid', error.message, error);
    }
    case 'access_denied':
      return new ImportFailure('unable_to_import_no_repo', 'insufficient_access', error.message, error);
    case 'not_found':
      return new ImportFailure('unable_to_import_no_repo', 'repo_not_found', error.message, error);
    case 'endpoint_refused':
      return new ImportFailure('unable_to_acquire_connection', 'endpoint_refused', error.message, error);
    case 'reading_too_large':
      return new ImportFailure('unable_to_acquire_connection', 'reading_too_large', error.message, error);
    case 'quota_exhausted':
      throw new QuotaPause(new Date(error.resumeAt ?? context.now().getTime() + UNTOLD_MS));
    default:
      throw error;
  }
}

/** For consumers: an event that finds a quota used up is delivered again when it is renewed, which is no failed attempt. */
export const retryWhenRenewed =
  ({ now }: Pick<Context, 'now'>) =>
  (error: unknown): never => {
    if (!isProviderError(error, 'quota_exhausted')) throw error;
    const time = now().getTime();
    throw new RetryLater(Math.max((error.resumeAt ?? time + UNTOLD_MS) - time, 1_000), error);
  };

import { Fault, invalidParameter } from '@linescope/contract/fault';
import { isProviderError, type ProviderError } from '@linescope/providers/errors';
import type { Tracker, TrackerConnection } from '@linescope/providers/trackers/tracker';
import { runCheck } from './run-check.ts';

/** Opens the tracker that a connection names; calls end with the signal. */
export type OpenTracker = (connection: TrackerConnection, signal: AbortSignal) => Tracker;

/** One that is not kept yet, whose budget nothing else knows. */
const NEW = 'new';

/** Shows that the token works by asking the tracker whose it is; `entityId`: of whoever asks. */
export async function verifyTracker(
  openTracker: OpenTracker,
  entityId: number,
  { endpointUrl, email, token }: { endpointUrl: string; email: string | null; token: string },
): Promise<void> {
  const connection = { id: NEW, token, email, endpoint: endpointUrl };
  try {
    const me = await runCheck(entityId, async (deadline) => openTracker(connection, deadline).whoAmI());
    // Whatever answers every call with an empty object.
    if (me.hostId === '') throw notATracker();
  } catch (error) {
    throw isProviderError(error) ? asFault(error) : error;
  }
}

/** One sentence for whatever another address answers: it must not reveal which services a network has. */
function notATracker(cause?: unknown): Fault {
  const detail = 'The endpoint could not be reached, or does not answer as this tracker does.';
  return new Fault('response_provider_unreachable', detail, {
    errors: [{ param: 'endpoint_url', code_em: 'rejected', detail }],
    cause,
  });
}

function asFault(error: ProviderError): Fault {
  const detail = error.message;
  switch (error.code) {
    case 'connection_invalid':
    case 'access_denied':
    case 'request_rejected':
      return new Fault('response_provider_rejected', detail, {
        errors: [{ param: 'token', code_em: 'rejected', detail }],
        cause: error,
      });
    case 'endpoint_refused':
      return invalidParameter('endpoint_url', detail);
    case 'quota_exhausted':
      return new Fault('response_provider_unreachable', detail, { cause: error });
    default:
      return notATracker(error);
  }
}

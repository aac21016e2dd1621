import { status as grpcStatus } from '@grpc/grpc-js';
import { Fault, unavailable } from '@linescope/contract/fault';
import { isClickHouseUnavailable, isTooLarge } from '../clickhouse/clickhouse.ts';
import { isBrokerUnavailable } from '../events/broker.ts';
import { isPostgresUnavailable } from '../postgres/postgres.ts';
import { diskIsFull, isOutOfSpace } from '../service/free-space.ts';

const TOO_LARGE =
  'This takes too long or too much memory, alone or beside all that is asked now. Ask for less, or try again later.';

/** Maps whatever was thrown to the closed set, once, at the edge. Unknown errors become opaque. */
export function toFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  if (isOutOfSpace(error)) return diskIsFull(error);
  if (isPostgresUnavailable(error) || isBrokerUnavailable(error) || isClickHouseUnavailable(error))
    return unavailable(undefined, error);
  if (isTooLarge(error)) return unavailable(TOO_LARGE, error);
  const code = grpcCode(error);
  if (code === grpcStatus.UNAVAILABLE || code === grpcStatus.CANCELLED || code === grpcStatus.RESOURCE_EXHAUSTED)
    return unavailable(undefined, error);
  if (code === grpcStatus.DEADLINE_EXCEEDED)
    return new Fault('response_timeout', 'The request took too long. Try again.', { cause: error });
  return new Fault(
    'response_internal_error',
    'Something went wrong on our side. The trace identifier finds it in our logs.',
    { cause: error },
  );
}

function grpcCode(error: unknown): number | null {
  return error instanceof Error && 'code' in error && 'metadata' in error && typeof error.code === 'number'
    ? error.code
    : null;
}

export function failureBody(fault: Fault, action: string, traceIdentifier: string): Record<string, unknown> {
  return {
    action_em: action,
    response_em: fault.responseEm,
    response_detail: fault.message,
    errors: fault.errors,
    trace_identifier: traceIdentifier,
  };
}

import type { Broker } from '@linescope/chassis/events/broker';
import { consumeEvent } from '@linescope/chassis/events/consume';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { peopleAdministered } from '@linescope/contract/events/developers-teams-events';
import type { Context } from '../context.ts';
import { writeReportedAct } from '../store/audit-log.ts';

/** Acts of admins on developers belong to the same trail as all others. */
export const onPeopleAdministered = (
  runtime: Runtime<unknown>,
  { postgres, broker }: Pick<Context, 'postgres'> & { broker: Broker },
): Promise<void> =>
  consumeEvent(runtime, broker, peopleAdministered, ({ id, entityId, occurredAt, traceIdentifier, data }) =>
    writeReportedAct(postgres, {
      ...data,
      entityId,
      eventId: id,
      at: new Date(occurredAt),
      traceIdentifier: traceIdentifier ?? null,
    }),
  );

import type { Broker } from '@linescope/chassis/events/broker';
import { consumeEvent } from '@linescope/chassis/events/consume';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { defectChanged, releaseChanged } from '@linescope/contract/events/defects-releases-events';
import { committerChanged, teamChanged, timeOffChanged } from '@linescope/contract/events/developers-teams-events';
import { repoRegistered } from '@linescope/contract/events/identity-events';
import {
  committersTable,
  defectsTable,
  releasesTable,
  reposTable,
  teamsTable,
  timeOffTable,
} from '@linescope/facts/copy-tables';
import type { Context } from '../context.ts';
import { bumpStamp, markReleasesStale } from '../store/fact-stamps.ts';
import { copyCommitter, copyDefect, copyRelease, copyRepo, copyTeam, copyTimeOff } from './copy-rows.ts';
import { createRowBuffer } from './row-buffer.ts';

/** Many at once, so that a burst of events is one insert. */
const TOGETHER = { concurrency: 500 };

/** Keeps the copies that reports read. A row's version is its aggregate's, so a late event never wins over a newer one. */
export async function copyEvents(
  runtime: Runtime<unknown>,
  broker: Broker,
  context: Context,
  onRelease: () => void,
): Promise<void> {
  const rows = createRowBuffer(context.clickHouse, (entityId) => bumpStamp(context.postgres, entityId));
  await consumeEvent(
    runtime,
    broker,
    committerChanged,
    (event) => rows.add(committersTable, copyCommitter(event)),
    TOGETHER,
  );
  await consumeEvent(runtime, broker, teamChanged, (event) => rows.add(teamsTable, copyTeam(event)), TOGETHER);
  await consumeEvent(runtime, broker, timeOffChanged, (event) => rows.add(timeOffTable, copyTimeOff(event)), TOGETHER);
  await consumeEvent(runtime, broker, repoRegistered, (event) => rows.add(reposTable, copyRepo(event)), TOGETHER);
  await consumeEvent(
    runtime,
    broker,
    releaseChanged,
    async (event) => {
      await rows.add(releasesTable, copyRelease(event));
      await markReleasesStale(context.postgres, event.entityId, event.data.repoId, { urgent: true });
      onRelease();
    },
    TOGETHER,
  );
  await consumeEvent(runtime, broker, defectChanged, (event) => rows.add(defectsTable, copyDefect(event)), TOGETHER);
}

import { consumeEvent } from '@linescope/chassis/events/consume';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { defectChanged, releaseChanged } from '@linescope/contract/events/defects-releases-events';
import { committerChanged, teamChanged, timeOffChanged } from '@linescope/contract/events/developers-teams-events';
import { entitySettingsChanged, repoRegistered } from '@linescope/contract/events/identity-events';
import { defectsTable, releasesTable } from '@linescope/facts/copy-tables';
import type { Context } from '../context.ts';
import { bumpStamp } from '../store/fact-stamps.ts';
import { isRemovedRepo } from '../store/removed-repos.ts';
import { createRowBuffer } from '../store/row-buffer.ts';
import { onCommitterChanged } from './on-committer-changed.ts';
import { onDefectChanged } from './on-defect-changed.ts';
import { onEntitySettingsChanged } from './on-entity-settings-changed.ts';
import { onReleaseChanged } from './on-release-changed.ts';
import { onRepoRegistered } from './on-repo-registered.ts';
import { onTeamChanged } from './on-team-changed.ts';
import { onTimeOffChanged } from './on-time-off-changed.ts';

/** High, so that a burst of events is one insert. */
const OPTIONS = { concurrency: 500 };

/** Daily sums and who is in which team stay as they are, however many of these are recorded. */
const RECORDED = new Set([releasesTable.name, defectsTable.name]);

/** Copies other services' aggregates into ClickHouse. A row's version is its aggregate's, so a late event never replaces a newer one. */
export async function consumeEvents(
  runtime: Runtime<unknown>,
  context: Pick<Context, 'broker' | 'clickHouse' | 'postgres'>,
  wakeRefresh: () => void,
  wakeDerivation: () => void,
): Promise<void> {
  const { broker, clickHouse, postgres } = context;
  const rows = createRowBuffer(clickHouse, (entityId, table) =>
    bumpStamp(postgres, entityId, RECORDED.has(table) ? 'rows' : 'copies'),
  );
  /** What was under way while a repo was removed is not stored. */
  const ofKeptRepos =
    <E extends { entityId: number; data: { repoId: number | null } }>(handle: (event: E) => Promise<void>) =>
    async (event: E): Promise<void> => {
      const { entityId, data } = event;
      if (data.repoId === null || !(await isRemovedRepo(postgres, entityId, data.repoId))) await handle(event);
    };
  await consumeEvent(runtime, broker, committerChanged, onCommitterChanged(context, rows), OPTIONS);
  await consumeEvent(runtime, broker, teamChanged, onTeamChanged(rows), OPTIONS);
  await consumeEvent(runtime, broker, timeOffChanged, onTimeOffChanged(rows), OPTIONS);
  await consumeEvent(runtime, broker, repoRegistered, ofKeptRepos(onRepoRegistered(rows)), OPTIONS);
  await consumeEvent(
    runtime,
    broker,
    releaseChanged,
    ofKeptRepos(onReleaseChanged(context, rows, wakeRefresh)),
    OPTIONS,
  );
  await consumeEvent(runtime, broker, entitySettingsChanged, onEntitySettingsChanged(context, wakeDerivation), OPTIONS);
  await consumeEvent(runtime, broker, defectChanged, ofKeptRepos(onDefectChanged(rows)), OPTIONS);
}

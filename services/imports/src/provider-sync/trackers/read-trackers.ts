import { createSecretBox } from '@linescope/chassis/secrets/secret-box';
import { DAY_MS } from '@linescope/contract/days';
import { JIRA } from '@linescope/contract/vendors';
import { isProviderError, type ProviderError } from '@linescope/providers/errors';
import type { FactPage } from '@linescope/providers/payload';
import { openTrackerA } from '@linescope/providers/trackers/jira/tracker';
import { concernsPartOnly, type Tracker, type UnreadPart } from '@linescope/providers/trackers/tracker';
import type { Context } from '../../context.ts';
import { windowStart } from '../../domain/window.ts';
import { findCursor, saveCursor } from '../../store/provider-cursors.ts';
import { savePayload } from '../../store/provider-payloads.ts';
import { upsertIfNewer } from '../../store/provider-state.ts';
import { boardsOfTeams } from '../../store/team-boards.ts';
import { endTrackerTurn, type TrackerRow, takeDueTracker, trackerContext } from '../../store/trackers.ts';
import { openRuntime } from '../provider-runtime.ts';
import { storeRecords } from '../store-records.ts';
import { syncTrackerTeams } from '../sync-teams.ts';
import { storeSprintDays } from './store-sprint-days.ts';

const TURN_SECONDS = 30 * 60;
const OVERLAP_MS = 10 * 60 * 1000;
/** Sprints that ended this long ago stay as they were written. */
const SETTLED_MS = 14 * DAY_MS;
const KIND = 'tracker_issues';

export async function readDueTrackers(context: Context, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const due = await takeDueTracker(context.postgres, TURN_SECONDS);
    if (!due) return;
    const nextAt = context.now().getTime() + Math.max(context.config.IMPORT_REFRESH_MINUTES, 5) * 60_000;
    const { error, unread } = await outcomeOfReading(context, due, signal);
    const next = new Date(Math.max(error?.resumeAt ?? 0, nextAt));
    const isSame = await endTrackerTurn(context.postgres, due, next, error?.code ?? null);
    if (isSame) await reportReading(context, due, { error, unread });
  }
}

interface Outcome {
  error: ProviderError | null;
  /** Of a tracker that was read. */
  unread: UnreadPart[];
}

async function outcomeOfReading(context: Context, due: TrackerRow, signal: AbortSignal): Promise<Outcome> {
  try {
    return { error: null, unread: await readTracker(context, due, signal) };
  } catch (error) {
    if (!isProviderError(error)) throw error;
    context.log.warn(
      { err: error, internal: error.internal, trackerId: due.id },
      'reading a tracker failed, retrying at its next turn',
    );
    return { error, unread: [] };
  }
}

/** Where the entity's admins see it. Each turn reports how it went, so that one that is lost is made good by the next. */
async function reportReading(
  { identity, log, now }: Context,
  { id, entity_id: entityId, version }: TrackerRow,
  { error, unread }: Outcome,
): Promise<void> {
  // This service was stopped, which says nothing of the tracker.
  if (error?.code === 'reading_aborted') return;
  const outcome = error
    ? { readAt: '', errorEm: error.code, errorDetail: error.message }
    : { readAt: now().toISOString(), errorEm: '', errorDetail: '' };
  try {
    await identity.reportTracker({ entityId, version, ...outcome, unreadParts: unread.map(describePart) });
  } catch (err) {
    log.warn(
      { err, trackerId: id },
      'reporting how a tracker was read to identity failed, its next turn reports it again',
    );
  }
}

const describePart = ({ part, id, error }: UnreadPart) => ({
  part,
  id: id ?? '',
  errorEm: error.code,
  errorDetail: error.message,
});

/** Returns what of it could not be read. */
async function readTracker(context: Context, row: TrackerRow, signal: AbortSignal): Promise<UnreadPart[]> {
  const key = { entityId: row.entity_id, repoId: 0 };
  const startedAt = context.now();
  const tracker = openTracker(context, row, signal);
  const cursor = await findCursor(context.postgres, key, KIND);
  const window = windowOf(context, startedAt);
  const since = cursor ? new Date(cursor.read_from.getTime() - OVERLAP_MS) : window;
  const savePage = async ({ payload, facts }: FactPage) => {
    signal.throwIfAborted();
    const changed = await upsertIfNewer(context.postgres, key, facts);
    if (changed > 0 && context.config.PAYLOAD_DAYS > 0) await savePayload(context.postgres, key, payload);
  };
  for await (const page of tracker.issues('everything', since.getTime() === 0 ? null : since)) await savePage(page);
  const unread: UnreadPart[] = [];
  for (const boardId of new Set([...row.board_ids, ...(await boardsOfTeams(context.postgres, row.entity_id))])) {
    const error = await failureOfBoard(context, tracker, boardId, savePage);
    if (error) unread.push({ part: 'board', id: boardId, error });
  }
  await storeRecords(context, { ...key, repoPath: '', gitProviderEm: JIRA }, { signal });
  await storeSprintDays(context, row.entity_id, cursor ? new Date(startedAt.getTime() - SETTLED_MS) : null, signal);
  await saveCursor(context.postgres, key, KIND, startedAt, window);
  return [...unread, ...(await syncTrackerTeams(context, row.entity_id, tracker))];
}

/** A team may name a board that is gone, or that the token may not see: the others are read all the same. */
async function failureOfBoard(
  context: Context,
  tracker: Tracker,
  boardId: string,
  savePage: (page: FactPage) => Promise<void>,
): Promise<ProviderError | null> {
  try {
    for await (const page of tracker.sprints(boardId)) await savePage(page);
    return null;
  } catch (error) {
    if (!concernsPartOnly(error)) throw error;
    context.log.warn({ err: error, internal: error.internal, boardId }, 'reading a board failed, skipped in this run');
    return error;
  }
}

function openTracker(context: Context, row: TrackerRow, signal: AbortSignal): Tracker {
  const token = createSecretBox(context.config.SECRET_KEYS).open(row.sealed_token, trackerContext(row.entity_id));
  return openTrackerA(
    { id: `tracker-${row.id}`, token, email: row.email, endpoint: row.endpoint_url },
    openRuntime(context, row.entity_id, { signal }),
  );
}

/** The operator's window: a tracker's issues belong to no one import. */
const windowOf = ({ config: { IMPORT_WINDOW: operator } }: Context, now: Date): Date =>
  windowStart({ requested: null, entity: null, operator, subscriptionStartsOn: null }, now);

import { redeliverSince } from '@linescope/chassis/events/consume';
import { createGauge } from '@linescope/chassis/metrics/metrics';
import { runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { factsDoubted } from '@linescope/contract/events/imports-events';
import { GIT_TABLES } from '@linescope/facts/git-tables';
import { PROVIDER_TABLES } from '@linescope/facts/provider-tables';
import { z } from 'zod';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { type DamagedPart, damagedParts, dropPart, partsSetAside } from '../store/damaged-parts.ts';
import { resetLives } from '../store/life-derivations.ts';
import { resetRollup } from '../store/rollups.ts';
import { lastStored, readMarks, reposStoredSince, writeMarks } from '../store/store-marks.ts';

const MARK_EVERY_MS = 5_000;
const HOUR_MS = 3_600_000;
/** Rows are stored a moment before they are noted, and clocks of servers differ. */
const SLACK_MS = 5_000;
const EVENTS_SLACK_MS = 60_000;

/** Both clocks of the server are read in whole seconds. */
const START_JITTER_S = 2;

const startRow = z.object({ started_at: z.coerce.number() });

type Parts = Pick<Context, 'clickHouse' | 'postgres' | 'outbox' | 'broker' | 'log'>;

/**
 * A ClickHouse that was put back to an earlier moment, or lost a part, answers as if nothing was missing. It is noticed by marks that are
 * newer in Postgres than in ClickHouse, by parts that were set aside, and at night by the checksums of all parts; what may be
 * missing is compared with git and stored again.
 */
export function createStoreCheck(runtime: Runtime<Config>, context: Parts) {
  let checkedStart: number | null = null;
  // Stops run in reverse: this one after everything that is started later and stores facts.
  runtime.onStop('mark of what is stored', async () => {
    // A server that started since was not checked, and what it may lack must be noticed by the next start.
    if (checkedStart === null || (await readStart(context)) > checkedStart + START_JITTER_S) return;
    await markStored(context);
  });
  return { start: () => startChecking(runtime, context, (start) => (checkedStart = start)) };
}

async function startChecking(
  runtime: Runtime<Config>,
  context: Parts,
  noteChecked: (start: number) => void,
): Promise<void> {
  const damaged: DamagedPart[] = [];
  createGauge(runtime.metrics.registry, {
    name: 'linescope_damaged_parts',
    help: 'Parts of ClickHouse tables that are damaged and could not be replaced.',
    labelNames: ['table'],
    measure: async () =>
      [...Map.groupBy(damaged, ({ table }) => table)].map(([table, parts]) => ({
        labels: { table },
        value: parts.length,
      })),
  });
  const checkParts = async (find: (clickHouse: Parts['clickHouse']) => Promise<DamagedPart[]>) => {
    damaged.splice(0, damaged.length, ...(await replaceDamaged(context, await find(context.clickHouse))));
  };
  let startedAt = await readStart(context);
  await doubtWhatIsNewerThanItsMark(context);
  await checkParts(partsSetAside);
  noteChecked(startedAt);
  runPeriodically(runtime, {
    name: 'mark what is stored',
    everyMs: MARK_EVERY_MS,
    async run() {
      const start = await readStart(context);
      if (start > startedAt + START_JITTER_S) {
        await doubtWhatIsNewerThanItsMark(context);
        await checkParts(partsSetAside);
        startedAt = start;
        noteChecked(start);
      }
      await markStored(context);
    },
  });
  const hours = runtime.config.FACTS_CHECK_HOURS;
  if (hours > 0)
    runPeriodically(runtime, {
      name: 'check the parts of ClickHouse',
      everyMs: hours * HOUR_MS,
      run: () => checkParts(damagedParts),
    });
}

/** When the server started, in seconds since 1970: uptime alone cannot tell a restart soon after another. */
async function readStart({ clickHouse }: Parts): Promise<number> {
  const [row] = await clickHouse.query({
    name: 'server_start',
    sql: 'SELECT toUnixTimestamp(now()) - uptime() AS started_at',
    row: startRow,
  });
  return row?.started_at ?? 0;
}

/** Moments are taken before the marks are read: what is stored meanwhile is marked the next time. */
async function markStored({ clickHouse, postgres }: Parts): Promise<void> {
  const at = new Date();
  const [stored, marks] = await Promise.all([lastStored(postgres), readMarks(clickHouse)]);
  const unmarked = stored.filter(
    ({ entity_id, stored_at }) => stored_at < at && stored_at > (marks.get(entity_id) ?? new Date(0)),
  );
  if (unmarked.length > 0)
    await writeMarks(
      clickHouse,
      unmarked.map(({ entity_id }) => entity_id),
      at,
    );
}

async function doubtWhatIsNewerThanItsMark(context: Parts): Promise<void> {
  const [stored, marks] = await Promise.all([lastStored(context.postgres), readMarks(context.clickHouse)]);
  const doubted = stored.filter(({ entity_id, stored_at }) => stored_at > (marks.get(entity_id) ?? new Date(0)));
  let since = Number.POSITIVE_INFINITY;
  for (const { entity_id: entityId, stored_at } of doubted) {
    const marked = (marks.get(entityId) ?? new Date(0)).getTime();
    const repos = await reposStoredSince(context.postgres, entityId, new Date(marked - SLACK_MS));
    since = Math.min(since, marked);
    await resetSums(context, entityId);
    context.log.warn(
      { entityId, markedAt: new Date(marked), storedAt: stored_at, repos: repos.length },
      'ClickHouse may lack what was stored last, comparing it with git and reading events again',
    );
    await publishDoubt(
      context,
      entityId,
      repos.map(({ repo_id }) => repo_id),
    );
  }
  if (doubted.length > 0) await redeliverSince(context.broker, new Date(Math.max(since - EVENTS_SLACK_MS, 0)));
}

/** Made anew from the facts that are stored. */
const SUMS = new Set(['daily_scores', 'changed_days', 'line_ends', 'line_lives', 'derived_evidence', 'store_marks']);
/** Where a comparison with git sees what is missing. */
const COMPARED = new Set(['commits', 'file_changes', 'line_changes', 'commit_scores']);
/** Filled by views and consumers whenever the facts they come from are stored. */
const FOLLOWING = [
  'commit_times',
  'commit_groups',
  'commit_copies',
  'sha_facts',
  'sha_scores',
  'issue_commits',
  'issue_times',
  'pull_request_branches',
  'pull_request_times',
];
const REPLACEABLE = new Set([...[...GIT_TABLES, ...PROVIDER_TABLES].map(({ name }) => name), ...FOLLOWING]);

const isReplaceable = ({ table, entityId }: DamagedPart): boolean =>
  entityId > 0 && (REPLACEABLE.has(table) || SUMS.has(table));

/** What comes from git and from providers is stored again, and the damaged part dropped; the rest is for an operator. Returns that. */
async function replaceDamaged(context: Parts, parts: DamagedPart[]): Promise<DamagedPart[]> {
  for (const damaged of parts) {
    const { table, part, entityId, reason } = damaged;
    context.log.error(
      { table, part, entityId, reason },
      isReplaceable(damaged)
        ? 'a part of a ClickHouse table is damaged, its rows are stored again'
        : 'a part of a ClickHouse table is damaged and cannot be replaced: restore it from a backup',
    );
  }
  for (const [entityId, damaged] of Map.groupBy(parts.filter(isReplaceable), (part) => part.entityId))
    await replaceOf(context, entityId, damaged);
  return parts.filter((part) => !isReplaceable(part));
}

/** Doubted before it is dropped: after a crash between, the part is found again, or its rows are already on their way. */
async function replaceOf(context: Parts, entityId: number, parts: readonly DamagedPart[]): Promise<void> {
  const facts = parts.filter(({ table }) => !SUMS.has(table));
  const readWhole = facts.some(({ table }) => !COMPARED.has(table));
  if (facts.length > 0) await publishDoubt(context, entityId, null, readWhole);
  // Before, for a crash; and after, for what was summed up from a part that could still be read.
  await resetSums(context, entityId);
  for (const part of parts) await dropPart(context.clickHouse, part);
  await resetSums(context, entityId);
}

async function resetSums({ postgres }: Parts, entityId: number): Promise<void> {
  await resetRollup(postgres, entityId);
  await resetLives(postgres, entityId);
}

const publishDoubt = (
  { postgres, outbox }: Parts,
  entityId: number,
  repoIds: number[] | null,
  readWhole = false,
): Promise<void> =>
  postgres.transaction((tx) =>
    outbox.add(tx, factsDoubted, {
      entityId,
      aggregateId: entityId,
      aggregateVersion: Date.now(),
      data: { repoIds, readWhole },
    }),
  );

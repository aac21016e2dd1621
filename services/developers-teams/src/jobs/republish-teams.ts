import { runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { publishTeam } from '../actions/teams/publish-team.ts';
import type { Context } from '../context.ts';
import { takeUnpublished } from '../store/teams.ts';

const BATCH = 50;
/** A rolling upgrade is over by then: a consumer of the version before would not keep the new fields. */
const EVERY_MS = 5 * 60_000;

/** Publishes every team whose last event was published by an older version with fewer fields. Published and marked in one transaction. */
export async function republishTeams(context: Context): Promise<number> {
  let published = 0;
  for (;;) {
    const teams = await context.postgres.transaction(async (tx) => {
      const unpublished = await takeUnpublished(tx, BATCH);
      for (const team of unpublished) await publishTeam(context, tx, team);
      return unpublished.length;
    });
    published += teams;
    if (teams < BATCH) return published;
  }
}

/** Where there is nothing to publish, a run is one small query. */
export const startRepublishingTeams = (runtime: Runtime<unknown>, context: Context) =>
  runPeriodically(runtime, {
    name: 'republication of teams',
    everyMs: EVERY_MS,
    async run() {
      const teams = await republishTeams(context);
      if (teams > 0) runtime.log.info({ teams }, 'teams republished with fields of this version');
    },
  });

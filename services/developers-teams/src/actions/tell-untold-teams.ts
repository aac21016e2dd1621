import type { Runtime } from '@linescope/chassis/service/run-service';
import type { Context } from '../context.ts';
import { takeUntold } from '../store/teams.ts';
import { tellTeam } from './tell-team.ts';

const AT_ONCE = 50;
/** A rolling upgrade is through by then: a reader of before would hear of a team and not keep what is new. */
const LOOK_EVERY_MS = 5 * 60_000;

/** Tells every team that was last told by a unit that said less of it. Told and marked in one transaction, so a kill repeats nothing. */
export async function tellUntoldTeams(context: Context): Promise<number> {
  let told = 0;
  for (;;) {
    const teams = await context.postgres.transaction(async (tx) => {
      const untold = await takeUntold(tx, AT_ONCE);
      for (const team of untold) await tellTeam(context, tx, team);
      return untold.length;
    });
    told += teams;
    if (teams < AT_ONCE) return told;
  }
}

/** Where there is nothing to tell, a look is one small query. */
export function keepTeamsTold(runtime: Runtime<unknown>, context: Context): void {
  let round = Promise.resolve();
  const look = async () => {
    try {
      const teams = await tellUntoldTeams(context);
      if (teams > 0) runtime.log.info({ teams }, 'teams told again, with what was not told before');
    } catch (err) {
      runtime.log.warn({ err }, 'teams are not told again yet, will try again');
    }
  };
  const timer = setInterval(() => {
    round = round.then(look);
  }, LOOK_EVERY_MS);
  runtime.onStop('untold teams', async () => {
    clearInterval(timer);
    await round;
  });
}

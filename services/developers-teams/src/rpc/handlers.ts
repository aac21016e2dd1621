import type { Context } from '../context.ts';
import { findCommitters } from './find-committers.ts';
import { joinCommitters } from './join-committers.ts';
import type { DevelopersTeamsHandlers } from './messages.ts';
import { resolveIdentities } from './resolve-identities.ts';
import { resolveTeam } from './resolve-team.ts';
import { splitCommitter } from './split-committer.ts';
import { statsAccess } from './stats-access.ts';
import { syncTeams } from './sync-teams.ts';

/** The gRPC service, one file a method. */
export const developersTeamsHandlers = (context: Context): DevelopersTeamsHandlers => ({
  resolveIdentities: resolveIdentities(context),
  findCommitters: findCommitters(context),
  resolveTeam: resolveTeam(context),
  statsAccess: statsAccess(context),
  joinCommitters: joinCommitters(context),
  splitCommitter: splitCommitter(context),
  syncTeams: syncTeams(context),
});

import type { Handlers } from '@linescope/proto/calls';
import type { DevelopersTeamsDefinition } from '@linescope/proto/services';
import type { Context } from '../context.ts';
import { findCommitters } from './find-committers.ts';
import { resolveIdentities } from './resolve-identities.ts';
import { statsAccess } from './stats-access.ts';

/** What developers-teams tells other units. */
export function developersTeamsHandlers(context: Context): Handlers<DevelopersTeamsDefinition> {
  return {
    resolveIdentities: (request) => resolveIdentities(context, request),
    findCommitters: (request) => findCommitters(context, request),
    async resolveTeam() {
      return { found: false };
    },
    statsAccess: (request) => statsAccess(context, request),
  };
}

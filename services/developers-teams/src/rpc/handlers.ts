import { entitySettingsSchema } from '@linescope/contract/entity-settings';
import type { Handlers } from '@linescope/proto/calls';
import type { DevelopersTeamsDefinition } from '@linescope/proto/services';
import { resolveIdentities } from '../actions/resolve-identities.ts';
import type { Context } from '../context.ts';
import { type GitIdentity, normaliseEmail } from '../domain/identity.ts';
import { findCommitters } from './find-committers.ts';

const time = (text: string): Date | null => (text === '' ? null : new Date(text));
const word = (text: string): string | null => (text === '' ? null : text);

type Wire = Parameters<Handlers<DevelopersTeamsDefinition>['resolveIdentities']>[0]['identities'][number];

const readIdentity = (wire: Wire): GitIdentity => ({
  name: wire.name.replaceAll('\0', '').slice(0, 500),
  email: normaliseEmail(wire.email),
  gitProviderEm: word(wire.gitProviderEm),
  gitProviderId: word(wire.gitProviderId),
  userName: word(wire.userName),
  avatarUrl: word(wire.avatarUrl),
  lastAuthoredAt: time(wire.lastAuthoredAt),
  lastCommittedAt: time(wire.lastCommittedAt),
  bot: wire.bot,
  canonicalEmail: normaliseEmail(wire.canonicalEmail),
});

async function seatLimitOf(context: Context, entityId: number): Promise<number | null> {
  const answer = await context.identity.getEntitySettings({ entityId });
  return entitySettingsSchema.parse(answer.found ? JSON.parse(answer.settingsJson) : {}).seat_limit;
}

/** What developers-teams tells other units. */
export function developersTeamsHandlers(context: Context): Handlers<DevelopersTeamsDefinition> {
  return {
    async resolveIdentities({ entityId, identities }) {
      const resolved = await resolveIdentities(
        context,
        entityId,
        await seatLimitOf(context, entityId),
        identities.map(readIdentity),
      );
      return {
        identityIds: resolved.map((one) => one.identityId),
        committerIds: resolved.map((one) => one.committerId),
      };
    },
    findCommitters: (request) => findCommitters(context, request),
    async resolveTeam() {
      return { found: false };
    },
    async statsAccess({ entityId, userId, role }) {
      if (role === 'admin' || role === 'super_admin') return { all: true };
      return { all: false, committerIds: [], managedTeamIds: [], ownCommitterId: userId * 0 * entityId };
    },
  };
}

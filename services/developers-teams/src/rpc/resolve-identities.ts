import { resolveIdentities as resolve } from '../actions/committers/resolve-identities.ts';
import { seatLimitOf } from '../actions/committers/seat-limit.ts';
import type { Context } from '../context.ts';
import { type GitIdentity, normaliseEmail } from '../domain/identity.ts';
import type { DevelopersTeamsHandlers } from './messages.ts';

type Request = Parameters<DevelopersTeamsHandlers['resolveIdentities']>[0];

const time = (text: string): Date | null => (text === '' ? null : new Date(text));
const optional = (text: string): string | null => (text === '' ? null : text.replaceAll('\0', ''));

const readIdentity = (wire: Request['identities'][number]): GitIdentity => ({
  name: wire.name.replaceAll('\0', '').slice(0, 500),
  email: normaliseEmail(wire.email),
  gitProviderEm: optional(wire.gitProviderEm),
  gitProviderId: optional(wire.gitProviderId),
  userName: optional(wire.userName),
  avatarUrl: optional(wire.avatarUrl),
  lastAuthoredAt: time(wire.lastAuthoredAt),
  lastCommittedAt: time(wire.lastCommittedAt),
  bot: wire.bot,
  canonicalEmail: normaliseEmail(wire.canonicalEmail),
});

export const resolveIdentities =
  (context: Context): DevelopersTeamsHandlers['resolveIdentities'] =>
  async ({ entityId, identities, repoId }) => {
    const resolved = await resolve(
      context,
      entityId,
      await seatLimitOf(context, entityId),
      identities.map(readIdentity),
      repoId || null,
    );
    return {
      identityIds: resolved.map((one) => one.identityId),
      committerIds: resolved.map((one) => one.committerId),
    };
  };

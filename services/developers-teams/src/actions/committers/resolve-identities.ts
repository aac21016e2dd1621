import type { Transaction } from '@linescope/chassis/postgres/postgres';
import type { Context } from '../../context.ts';
import { addsTo, type Committer, firstStatus, usesSeat } from '../../domain/committer.ts';
import { type GitIdentity, looksLikeBot, proofsOf, proposeUserName } from '../../domain/identity.ts';
import { recordRepo } from '../../store/committer-repos.ts';
import {
  committersByEmail,
  committersByNameOnly,
  committersByProviderId,
  insertCommitters,
  linkUser,
  lockEntityCommitters,
  type NewCommitter,
  refreshCommitter,
  renameToAccount,
  seatsUsed,
  updatePersonTimes,
} from '../../store/committers.ts';
import { addAwaitedMembers } from '../teams/add-awaited-members.ts';
import { joinPersons } from './join-persons.ts';
import { publishCommitters } from './publish-committers.ts';
import { openUserNames } from './user-names.ts';

export interface ResolvedIdentity {
  identityId: number;
  committerId: number;
}

/**
 * Finds or creates the committer of each git identity. One person's several emails become one primary with secondary
 * identities where a host account, a no-reply address or a mailmap proves it.
 */
export async function resolveIdentities(
  context: Context,
  entityId: number,
  seatLimit: number | null,
  identities: GitIdentity[],
  repoId: number | null = null,
): Promise<ResolvedIdentity[]> {
  const userOf = await usersByEmail(context, entityId, identities);
  return context.postgres.transaction(async (tx) => {
    await lockEntityCommitters(tx, entityId);
    const known = await loadKnown(tx, entityId, identities);
    const changed = new Map<number, Committer>();
    const countSeats = async () =>
      seatLimit === null ? Number.POSITIVE_INFINITY : seatLimit - (await seatsUsed(tx, entityId));
    let seatsLeft = await countSeats();

    const unknown = unknownAmong(identities, known);
    const userNames = await openUserNames(tx, entityId, unknown.map(proposeUserName));
    const create = async (unknown: readonly GitIdentity[]): Promise<void> => {
      const fresh: NewCommitter[] = [];
      for (const identity of unknown) {
        const bot = identity.bot || looksLikeBot(identity);
        const status = firstStatus(bot, seatsLeft);
        if (usesSeat(status)) seatsLeft -= 1;
        const userName = await userNames.assign(proposeUserName(identity));
        const { gitProviderId } = proofsOf(identity);
        fresh.push({ identity: { ...identity, bot }, userName, gitProviderId, status });
      }
      for (const created of await insertCommitters(tx, entityId, fresh)) {
        known.set(keyOf({ name: created.fullName, email: created.email }), created);
        changed.set(created.id, created);
      }
    };
    // Where none is renamed after an account and there is a seat for each, the order does not matter: one statement inserts all.
    const renamesNobody = identities.every((identity) => !identity.gitProviderId || !identity.userName);
    if (renamesNobody && unknown.length > 0 && seatsLeft >= unknown.length) await create(unknown);

    const ensure = async (identity: GitIdentity): Promise<Committer> => {
      const key = keyOf(identity);
      if (!known.has(key)) await create([identity]);
      const found = known.get(key);
      if (!found) throw new Error('an identity was not created');
      const { gitProviderId } = proofsOf(identity);
      if (!addsTo(found, identity, gitProviderId)) return found;
      const refreshed = await refreshCommitter(tx, found.id, identity, gitProviderId);
      if (!refreshed) return found;
      changed.set(refreshed.id, refreshed);
      known.set(key, refreshed);
      return refreshed;
    };

    const recordChange = (committer: Committer): void => {
      changed.set(committer.id, committer);
      userNames.reserve(committer.userName);
      for (const [key, { id }] of known) if (id === committer.id) known.set(key, committer);
    };

    const join = async (one: Committer, other: Committer): Promise<void> => {
      if (one.primaryId === other.primaryId || one.partedByHand || other.partedByHand) return;
      const [root, child] =
        one.primaryId < other.primaryId ? [one.primaryId, other.primaryId] : [other.primaryId, one.primaryId];
      for (const moved of await joinPersons(context, tx, entityId, child, root)) recordChange(moved);
      seatsLeft = await countSeats(); // two persons less one may have freed a seat
    };

    for (const identity of identities) {
      const committer = await ensure(identity);
      const proofs = proofsOf(identity);
      if (proofs.gitProviderId) {
        for (const sameAccount of await committersByProviderId(tx, entityId, proofs.gitProviderId))
          await join(sameAccount, known.get(keyOf(identity)) ?? committer);
      }
      if (proofs.canonicalEmail && proofs.canonicalEmail !== identity.email) {
        const canonical = await ensure(canonicalOf(identity, proofs.canonicalEmail));
        await join(canonical, known.get(keyOf(identity)) ?? committer);
      }
      if (identity.gitProviderId && identity.userName) {
        const { primaryId } = known.get(keyOf(identity)) ?? committer;
        const userName = proposeUserName(identity);
        for (const renamed of await renameToAccount(tx, primaryId, identity.gitProviderId, userName))
          recordChange(renamed);
      }
    }
    for (const [email, userId] of userOf) {
      const primaryId = known.get(email)?.primaryId;
      const linked = primaryId === undefined ? null : await linkUser(tx, primaryId, userId);
      if (linked) changed.set(linked.id, linked);
    }
    await publishCommitters(context, tx, changed.values());
    await addAwaitedMembers(context, tx, entityId, changed.values());
    const resolved = identities.map((identity) => {
      const committer = known.get(keyOf(identity));
      if (!committer) throw new Error('an identity was not resolved');
      return { identityId: committer.id, committerId: committer.primaryId };
    });
    await updatePersonTimes(tx, [...new Set(resolved.map((one) => one.committerId))]);
    if (repoId !== null) {
      const seen = resolved.map((one, index) => ({
        committerId: one.identityId,
        primaryId: one.committerId,
        lastAuthoredAt: identities[index]?.lastAuthoredAt ?? null,
      }));
      await recordRepo(tx, entityId, repoId, seen);
    }
    return resolved;
  });
}

/** An identity of which nothing is known yet. */
export const emptyIdentity: GitIdentity = {
  name: '',
  email: null,
  gitProviderEm: null,
  gitProviderId: null,
  userName: null,
  avatarUrl: null,
  lastAuthoredAt: null,
  lastCommittedAt: null,
  bot: false,
  canonicalEmail: null,
};

/** Users whose address one of the identities has. */
async function usersByEmail(
  context: Context,
  entityId: number,
  identities: GitIdentity[],
): Promise<Map<string, number>> {
  const emails = new Set(identities.map((identity) => identity.email).filter((email) => email !== null));
  if (emails.size === 0) return new Map();
  const { users } = await context.identity.findUsers({ entityId, identifiers: [...emails] });
  return new Map(
    users.map((user): [string, number] => [user.email.toLowerCase(), user.id]).filter(([email]) => emails.has(email)),
  );
}

const keyOf = (identity: { name: string; email: string | null }): string =>
  identity.email ?? `name:${identity.name.toLowerCase()}`;

async function loadKnown(
  tx: Transaction,
  entityId: number,
  identities: GitIdentity[],
): Promise<Map<string, Committer>> {
  const emails = identities
    .flatMap((identity) => [identity.email, identity.canonicalEmail])
    .filter((email) => email !== null);
  const names = identities.filter((identity) => identity.email === null).map((identity) => identity.name);
  const found = [
    ...(await committersByEmail(tx, entityId, emails)),
    ...(await committersByNameOnly(tx, entityId, names)),
  ];
  return new Map(found.map((committer) => [keyOf({ name: committer.fullName, email: committer.email }), committer]));
}

const canonicalOf = (identity: GitIdentity, email: string): GitIdentity => ({
  ...emptyIdentity,
  name: identity.name,
  email,
});

/** The identities without a committer, in order: each, then the one its mailmap names. */
function unknownAmong(identities: readonly GitIdentity[], known: ReadonlyMap<string, Committer>): GitIdentity[] {
  const unknown = new Map<string, GitIdentity>();
  for (const identity of identities) {
    const { canonicalEmail } = proofsOf(identity);
    const named = canonicalEmail === null ? [identity] : [identity, canonicalOf(identity, canonicalEmail)];
    for (const one of named) if (!known.has(keyOf(one)) && !unknown.has(keyOf(one))) unknown.set(keyOf(one), one);
  }
  return [...unknown.values()];
}

import { JIRA } from '@linescope/contract/vendors';
import type { CommitAuthor, Fact, Person } from '@linescope/providers/facts';
import type { Context } from '../context.ts';
import { accountsOf, addAccounts, newAccounts } from '../store/host-accounts.ts';

const CHUNK = 500;

export interface People {
  /** Looks up everybody whom these facts name, asking developers-teams once for each. */
  load(facts: readonly Fact[]): Promise<void>;
  /** 0 where nobody is known. */
  committerOf(person: Person | null): number;
  /** Joins these accounts with the authors of commits whose emails they are. */
  loadAccounts(authors: readonly CommitAuthor[]): Promise<void>;
  /** The emails of people who are not known, in lower case. */
  unknownIn(facts: readonly Fact[]): string[];
}

interface Scope {
  entityId: number;
  repoId: number;
  gitProviderEm: string;
}

type Identity = {
  name: string;
  email: string;
  gitProviderId: string;
  userName: string;
  avatarUrl: string;
  bot: boolean;
};

/**
 * The committers of a host's accounts. The host knows whose account a commit's email is: that joins a reviewer with the
 * author of commits. An account that never signed a commit is a person of its own, known by its user name.
 */
export function createPeople(context: Context, { entityId, repoId, gitProviderEm }: Scope): People {
  const committers = new Map<string, number>();

  async function resolve(identities: readonly Identity[]): Promise<number[]> {
    const resolved: number[] = [];
    for (let start = 0; start < identities.length; start += CHUNK) {
      const chunk = identities.slice(start, start + CHUNK);
      const { identityIds } = await context.developersTeams.resolveIdentities(
        { entityId, repoId, identities: chunk.map((identity) => ({ ...identity, gitProviderEm })) },
        { deadlineMs: 30_000 },
      );
      resolved.push(...identityIds);
    }
    return resolved;
  }

  async function loadAccounts(authors: readonly CommitAuthor[]): Promise<void> {
    const byAddress = new Map(authors.map((author) => [`${author.hostId} ${author.email}`, author]));
    const named = [...byAddress.values()].map(({ hostId, email, name }) => ({ host_id: hostId, email, name }));
    const fresh = await newAccounts(context.postgres, entityId, gitProviderEm, named);
    if (fresh.length === 0) return;
    await resolve(
      fresh.map(({ host_id, email, name }) => {
        const author = byAddress.get(`${host_id} ${email}`);
        const account = {
          gitProviderId: host_id,
          userName: author?.userName ?? '',
          avatarUrl: author?.avatarUrl ?? '',
        };
        return { name, email, ...account, bot: false };
      }),
    );
    await addAccounts(context.postgres, entityId, gitProviderEm, fresh);
  }

  /** A tracker's accounts prove nothing of a code host's: its people are only those who are known by their email. */
  async function loadKnown(unknown: readonly [string, Person][]): Promise<void> {
    const identifiers = unknown.flatMap(([, { email }]) => email ?? []);
    const { committers: known } =
      identifiers.length === 0
        ? { committers: [] }
        : await context.developersTeams.findCommitters({ entityId, identifiers }, { deadlineMs: 30_000 });
    for (const [key, { email }] of unknown) {
      const found = known.find(({ matchedIdentifiers }) => email !== null && matchedIdentifiers.includes(email));
      committers.set(key, found?.id ?? 0);
    }
  }

  const committerOf = (person: Person | null): number => (person ? (committers.get(keyOf(person)) ?? 0) : 0);

  return {
    async load(facts) {
      await loadAccounts(facts.flatMap(authorsIn));
      const unknown = new Map<string, Person>();
      for (const person of facts.flatMap(peopleIn)) {
        const key = keyOf(person);
        if (key !== '' && !committers.has(key)) unknown.set(key, person);
      }
      if (unknown.size === 0) return;
      if (gitProviderEm === JIRA) return loadKnown([...unknown]);
      const hostIds = [...unknown.values()].flatMap(({ hostId }) => hostId ?? []);
      const accounts = new Map(
        (await accountsOf(context.postgres, entityId, gitProviderEm, hostIds)).map((account) => [
          account.host_id,
          account,
        ]),
      );
      const keys = [...unknown.keys()];
      const ids = await resolve(
        [...unknown.values()].map((person) => {
          const account = accounts.get(person.hostId ?? '');
          return {
            name: account?.name ?? (person.email ? person.fullName : null) ?? person.userName ?? person.fullName ?? '',
            email: account?.email ?? person.email ?? '',
            gitProviderId: person.hostId ?? '',
            userName: person.userName ?? '',
            avatarUrl: person.avatarUrl ?? '',
            bot: person.bot,
          };
        }),
      );
      for (const [index, key] of keys.entries()) committers.set(key, ids[index] ?? 0);
    },
    committerOf,
    loadAccounts,
    unknownIn: (facts) => [
      ...new Set(
        facts
          .flatMap(peopleIn)
          .filter((person) => committerOf(person) === 0)
          .flatMap(({ email }) => email?.toLowerCase() ?? []),
      ),
    ],
  };
}

const keyOf = ({ hostId, userName, email, fullName }: Person): string => hostId ?? userName ?? email ?? fullName ?? '';

const authorsIn = (fact: Fact): CommitAuthor[] =>
  fact.fact === 'pull_request_commits' ? fact.commits.flatMap(({ author }) => author ?? []) : [];

function peopleIn(fact: Fact): Person[] {
  const named = (person: Person | null) => (person ? [person] : []);
  switch (fact.fact) {
    case 'pull_request':
    case 'comment':
      return named(fact.author);
    case 'review':
      return named(fact.reviewer);
    case 'issue':
      return named(fact.assignee);
    default:
      return [];
  }
}

import type { CommitAuthor } from '../facts.ts';
import type { FactPage } from '../payload.ts';
import type { CodeHostName } from '../provider-names.ts';
import type { HostTeam } from '../team.ts';

/** What a customer gave to reach a code host. Several of one entity may serve one adapter. */
export type HostConnection = {
  id: string;
  host: CodeHostName;
  token: string;
  /** Where the token's owner signs in by email (bitbucket API tokens), else null. */
  email: string | null;
  /** Full URL of a self-managed host; null for the vendor's own. */
  endpoint: string | null;
  /** The devops suite's organization (or on-prem collection) and tenant, else null. */
  organization: string | null;
  tenantId: string | null;
  expiresAt: Date | null;
};

export type HostUser = {
  hostId: string;
  userName: string;
  fullName: string | null;
  email: string | null;
  avatarUrl: string | null;
  /** Null where the host does not give. */
  tokenExpiresAt: Date | null;
  tokenScopes: string[] | null;
};

export type HostOrganization = {
  hostId: string;
  /** The host's own path; deeper ones hold slashes. */
  path: string;
  /** The path as one slug: slashes become `--`. */
  slug: string;
  name: string;
  avatarUrl: string | null;
  /** The token owner's own namespace rather than a shared one. */
  personal: boolean;
};

export type HostRepository = {
  hostId: string;
  /** The host's own full path, as RepoRef takes it. */
  path: string;
  organizationSlug: string;
  slug: string;
  name: string;
  defaultBranch: string | null;
  private: boolean;
  archived: boolean;
  fork: boolean;
  webUrl: string;
  cloneUrl: string;
  lastActivityAt: Date | null;
};

export type RepoRef = { path: string };

/** What git needs: never a URL with a secret in it, which would end in logs and in .git/config. */
export type CloneAccess = { url: string; username: string; password: string };

export type Page<T> = { items: T[] };

/** Who a token is, and what it can see: all that provisioning needs. */
export interface HostDirectory {
  readonly host: CodeHostName;
  whoAmI(): Promise<HostUser>;
  listOrganizations(): AsyncGenerator<Page<HostOrganization>>;
  /** Of one organization by its host path, or all that the token reaches. */
  listRepositories(organization?: string): AsyncGenerator<Page<HostRepository>>;
  /** The teams of an organization; only of hosts that have teams. */
  listTeams?(organization: string): AsyncGenerator<Page<HostTeam>>;
}

export const slugOfPath = (path: string): string => path.replaceAll('/', '--');
export const pathOfSlug = (slug: string): string => slug.replaceAll('--', '/');

export type PullRequestsSince = {
  /** Only what changed at or after this moment; null reads all. */
  since: Date | null;
  /** True where the commits of this head are stored already: hosts that give commits one by one are then not asked. */
  headKnown?: (number: number, headSha: string) => boolean | Promise<boolean>;
  /** True where commits and reviews of this state are stored: a reading that was interrupted does not ask for them again. */
  detailsKnown?: (number: number, updatedAt: string) => boolean | Promise<boolean>;
};

/** A commit by whose author the host is asked for an account. */
export type AuthoredCommit = { sha: string; email: string };

/** A code host as imports use it: pages of payload with the facts they yield, newest first. */
export interface CodeHost extends HostDirectory {
  /** The repository by our slugs, without listing its organization where the host can; null where there is none. */
  findRepository(organizationSlug: string, slug: string): Promise<HostRepository | null>;
  defaultBranch(repo: RepoRef): Promise<string | null>;
  cloneAccess(repository: HostRepository): Promise<CloneAccess>;
  /** Commits of the default branch; null where the host cannot say without listing them. */
  commitCountSince(repo: RepoRef, since: Date): Promise<number | null>;
  /** The accounts of these commits' authors, as they are found; an author whom the host links to no account is left out. */
  commitAuthors(repo: RepoRef, commits: readonly AuthoredCommit[]): AsyncGenerator<CommitAuthor[]>;
  /** Pull requests with their commits, reviews and comments. */
  pullRequests(repo: RepoRef, options: PullRequestsSince): AsyncGenerator<FactPage>;
  tags(repo: RepoRef): AsyncGenerator<FactPage>;
  issues(repo: RepoRef, since: Date | null): AsyncGenerator<FactPage>;
}

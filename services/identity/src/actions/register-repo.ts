import type { Outbox } from '@linescope/chassis/events/outbox';
import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { repoRegistered } from '@linescope/contract/events/identity-events';
import { conflict, notFound } from '@linescope/contract/fault';
import { pathSlug, slugCandidates } from '../domain/path-slug.ts';
import { findEntityById } from '../store/entities.ts';
import { isBeingRemoved } from '../store/repo-removals.ts';
import {
  findHostOrganization,
  findRepoByExternalId,
  findRepoBySlug,
  getRepo,
  type HostOrganizationKey,
  insertOrganization,
  insertRepo,
  lockRegistration,
  type Organization,
  type Repo,
  type RepoFields,
  updateRepo,
} from '../store/resource-tree.ts';

export interface HostRepo {
  entityId: number;
  gitProviderEm: string;
  organizationSlug: string;
  repoSlug: string;
  externalId: string | null;
  defaultBranch: string | null;
  htmlUrl: string | null;
}

/** Ensures organization and repo. A repo that the host knows by the same id is the same repo, whatever it is called now. */
export async function registerRepo(tx: Transaction, outbox: Outbox, wanted: HostRepo): Promise<Repo> {
  const entity = await findEntityById(tx, wanted.entityId);
  if (entity?.status !== 'active') throw notFound('There is no such entity.');
  await lockRegistration(tx, wanted.entityId);

  const hostName = (wanted.htmlUrl === null ? null : URL.parse(wanted.htmlUrl)?.host) ?? '';
  const organization = await ensureOrganization(tx, {
    entityId: wanted.entityId,
    gitProviderEm: wanted.gitProviderEm,
    hostName,
    hostSlug: wanted.organizationSlug,
  });
  const slug = pathSlug(wanted.repoSlug);
  // What was still under way when somebody removed the repo must not bring it back.
  if (await isBeingRemoved(tx, { ...wanted, hostName, organizationId: organization.id, slug }))
    throw conflict(`${wanted.organizationSlug}/${wanted.repoSlug} is being removed.`);
  const bySlug = await findRepoBySlug(tx, organization.id, slug);
  const byId =
    wanted.externalId === null
      ? bySlug
      : await findRepoByExternalId(tx, wanted.entityId, wanted.gitProviderEm, hostName, wanted.externalId);
  const fields: RepoFields = {
    organizationId: organization.id,
    slug,
    externalId: wanted.externalId ?? byId?.externalId ?? null,
    defaultBranch: wanted.defaultBranch ?? byId?.defaultBranch ?? null,
    htmlUrl: wanted.htmlUrl ?? byId?.htmlUrl ?? null,
  };
  if (byId && isSame(byId, fields)) return byId;

  const adoptable = bySlug !== null && bySlug.externalId === null;
  const known = byId ?? (adoptable ? bySlug : null);
  // The name now belongs to another repo at the host: the one that had it gives way, and keeps its history.
  if (bySlug && bySlug.id !== known?.id) {
    await updateRepo(tx, bySlug.id, { ...bySlug, slug: formerSlug(bySlug) });
    await announceRepo(tx, outbox, wanted.entityId, bySlug.id);
  }
  if (known) await updateRepo(tx, known.id, fields);
  const id = known?.id ?? (await insertRepo(tx, wanted.entityId, wanted.gitProviderEm, hostName, fields));
  return announceRepo(tx, outbox, wanted.entityId, id);
}

async function announceRepo(tx: Transaction, outbox: Outbox, entityId: number, id: number): Promise<Repo> {
  const repo = await getRepo(tx, id);
  await outbox.add(tx, repoRegistered, {
    entityId,
    aggregateId: repo.id,
    aggregateVersion: repo.version,
    data: {
      repoId: repo.id,
      organizationId: repo.organizationId,
      organizationSlug: repo.organizationSlug,
      repoSlug: repo.slug,
      gitProviderEm: repo.gitProviderEm,
      defaultBranch: repo.defaultBranch,
    },
  });
  return repo;
}

async function ensureOrganization(tx: Transaction, key: HostOrganizationKey): Promise<Organization> {
  const known = await findHostOrganization(tx, key);
  if (known) return known;
  for (const slug of slugCandidates(key.hostSlug, key.gitProviderEm, key.hostName)) {
    const made = await insertOrganization(tx, key, slug);
    if (made) return made;
  }
  throw conflict(`Every name for the organization ${key.hostSlug} is taken in this entity.`);
}

const isSame = (repo: Repo, fields: RepoFields): boolean =>
  repo.organizationId === fields.organizationId &&
  repo.slug === fields.slug &&
  repo.externalId === fields.externalId &&
  repo.defaultBranch === fields.defaultBranch &&
  repo.htmlUrl === fields.htmlUrl;

const formerSlug = (repo: Repo): string => `${repo.slug.slice(0, 70)}-former-${repo.id}`;

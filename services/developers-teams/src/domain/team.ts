export interface Team {
  id: number;
  entityId: number;
  name: string;
  slug: string;
  parentId: number | null;
  isDefault: boolean;
  externalSourceEm: string | null;
  externalId: string | null;
  projectBoardId: string | null;
  createdOn: string;
  version: number;
}

/** The team that every contributor is in. */
export const DEFAULT_TEAM = { name: 'All Contributors', slug: 'all-contributors' };

/** What `parent_slug` takes to lift a team to the top; no team has it as its slug. */
export const NO_PARENT = 'none';

/** `Größe & Form` becomes `grosse-form`: what a URL takes without escapes. */
export function slugOf(name: string): string {
  const slug = name
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80);
  return slug === '' || slug === NO_PARENT ? `team${slug && '-'}${slug}` : slug;
}

/** A member from one day until before another. */
export interface Membership {
  committerId: number;
  roleEm: string;
  from: string;
  until: string | null;
}

/** Who joins on the day the team is made was in it before we knew of it: reports of the past count them. */
export const FOUNDING_DAY = '1970-01-01';
export const joiningDay = (team: { createdOn: string }, today: string): string =>
  team.createdOn === today ? FOUNDING_DAY : today;

/** Memberships are published in one event, which has to fit into one message. */
export const MAX_MEMBERSHIPS = 10_000;

/** The source of members and teams that were named through the API. */
export const BY_HAND = 'source_api_instantiated';

/** The source of a member whom a team of a code host or tracker has. */
export const sourceOf = (externalSourceEm: string, externalId: string): string => `${externalSourceEm}:${externalId}`;

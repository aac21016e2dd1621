import { type Membership, membershipsOf } from '../query-scope/memberships.ts';
import type { QueryScope } from '../query-scope/resolve-query-scope.ts';
import type { WordColumn } from './life-columns.ts';

export const LIFE_GROUPS = [
  'none',
  'ai',
  'ai_tool',
  'ai_model',
  'evidence_tier',
  'repo',
  'team',
  'committer',
  'category',
  'language',
  'new_or_changed',
] as const;
export type LifeGrouping = (typeof LIFE_GROUPS)[number];

/** Lines with evidence of AI, lines of which a record says that no AI wrote them, and all others. */
export const AI = 'ai';
export const HAND_WRITTEN = 'hand_written';
export const UNMARKED = 'unmarked';
export const NOT_TOLD = 'not_told';
const ALL = 'all';

/** What of lines that were written together decides which groups they are of. */
export interface LifeRow {
  repoId: number;
  committerId: number;
  bornOn: number;
  isNew: boolean;
  isAi: boolean;
  hasRecords: boolean;
  /** What the query groups by, where that is a word of the row. */
  word: string;
}

const WORDS: Partial<Record<LifeGrouping, WordColumn>> = {
  ai_tool: 'ai_tool',
  ai_model: 'ai_model',
  evidence_tier: 'evidence_tier',
  category: 'category',
  language: 'language',
};
/** The column whose words a grouping reads. */
export const wordOf = (grouping: LifeGrouping): WordColumn | null => WORDS[grouping] ?? null;

export const evidenceOf = ({ isAi, hasRecords }: Pick<LifeRow, 'isAi' | 'hasRecords'>): string =>
  isAi ? AI : hasRecords ? HAND_WRITTEN : UNMARKED;

/** Who wrote lines, on which day, and where. */
type Written = Pick<LifeRow, 'committerId' | 'bornOn' | 'repoId'>;

const NO_SPANS: readonly Membership[] = [];

export type OwnersScope = Pick<QueryScope, 'copies' | 'scope' | 'team'>;

/** Who a row's lines belong to: the person behind an identity, and the teams that count their lines of a day and repo. */
export function createOwners({ copies, scope, team }: OwnersScope) {
  const primaries = new Map(copies.committers.map(({ committer_id: id, primary_id: primary }) => [id, primary]));
  const spans = Map.groupBy(membershipsOf(copies, scope.repos), ({ member }) => member);
  const personOf = (committerId: number): number => primaries.get(committerId) ?? committerId;
  const teamsOf = ({ committerId, bornOn, repoId }: Written): number[] =>
    (spans.get(personOf(committerId)) ?? NO_SPANS)
      .filter(
        ({ since, until, repos }) =>
          bornOn >= since && bornOn < until && (repos.length === 0 || repos.includes(repoId)),
      )
      .map(({ teamId }) => teamId);
  const onlyTeam = team !== null && !team.allContributors ? team.id : null;
  return {
    personOf,
    teamsOf,
    /** The query names no team. */
    countsAll: onlyTeam === null,
    /** Whether the query's team, if it names one, counts the row. */
    counts: (row: Written): boolean => onlyTeam === null || teamsOf(row).includes(onlyTeam),
  };
}

export type Owners = ReturnType<typeof createOwners>;

/** The groups in which a row counts: one, but for people who are in several teams. */
export function groupsOf(grouping: LifeGrouping, owners: Owners): (row: LifeRow) => readonly string[] {
  const one = (key: (row: LifeRow) => string) => (row: LifeRow) => [key(row)];
  switch (grouping) {
    case 'none':
      return one(() => ALL);
    case 'ai':
      return one(evidenceOf);
    case 'ai_tool':
    case 'ai_model':
      return one((row) => (row.isAi ? row.word || NOT_TOLD : evidenceOf(row)));
    case 'evidence_tier':
      return one(({ word }) => word || 'unknown');
    case 'repo':
      return one(({ repoId }) => String(repoId));
    case 'team':
      return (row) => {
        const teams = owners.teamsOf(row);
        return teams.length === 0 ? ['0'] : teams.map(String);
      };
    case 'committer':
      return one(({ committerId }) => String(owners.personOf(committerId)));
    case 'category':
    case 'language':
      return one(({ word }) => word || NOT_TOLD);
    case 'new_or_changed':
      return one(({ isNew }) => (isNew ? 'new' : 'changed'));
  }
}

/** What a group is called. */
export function nameOfGroup(grouping: LifeGrouping, { copies, scope }: QueryScope): (key: string) => string {
  switch (grouping) {
    case 'repo':
      return (key) => scope.repos.find(({ id }) => String(id) === key)?.path ?? `Repo ${key}`;
    case 'team':
      return (key) =>
        key === '0' ? 'No team' : (copies.teams.find(({ team_id: id }) => String(id) === key)?.name ?? `Team ${key}`);
    case 'committer':
      return (key) => {
        const person = copies.committers.find(({ committer_id: id }) => String(id) === key);
        return person?.user_name || person?.full_name || `Committer ${key}`;
      };
    default:
      return (key) => NAMES[key] ?? key;
  }
}

const NAMES: Readonly<Record<string, string>> = {
  [ALL]: 'All',
  [AI]: 'AI',
  [HAND_WRITTEN]: 'Hand-written',
  [UNMARKED]: 'Unmarked',
  [NOT_TOLD]: 'Not told',
  new: 'New',
  changed: 'Changed',
};

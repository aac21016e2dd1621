import { DAY_MS, dayOf } from '@linescope/contract/days';
import { type LifeEntries, LifeEntriesBuilder } from '../domain/survival/life-entries.ts';
import type { QueryScope } from '../query-scope/resolve-query-scope.ts';
import { HAS_RECORDS, IS_AI, IS_NEW, type LifeColumns } from './life-columns.ts';
import { AI, createOwners, groupsOf, type LifeGrouping, type LifeRow, type Owners, wordOf } from './life-groups.ts';

/** More groups than that are told in one, so that a test between them means something. */
const MOST_GROUPS = 20;
export const OTHERS = 'others';

/** Whose lines of which days count. */
export interface LivesAsked {
  grouping: LifeGrouping;
  people: readonly number[];
  /** Days of birth, counted from 1970: `until` is the first behind them. */
  from: number;
  until: number;
  /** The day of each repo's newest commit. */
  lastSeen: ReadonlyMap<number, number>;
}

export interface Collected {
  entries: LifeEntries;
  /** Keys by number, those with most lines first. */
  groups: string[];
  people: Set<number>;
  personOf(committerId: number): number;
  lines: number;
  linesWithRecords: number;
}

/** Rows that count, with the numbers of their groups; then their ends and those that live, under the groups that are shown. */
export function collectLives(columns: LifeColumns, asked: LivesAsked, queryScope: QueryScope): Collected {
  const owners = createOwners(queryScope);
  const counted = countedRows(columns, asked, owners);
  const grouper = createGrouper(columns, asked.grouping, owners);
  const sizes = new Float64Array(columns.commitCount);
  const people = new Set<number>();
  let [lines, linesWithRecords, ends] = [0, 0, 0];
  for (let index = 0; index < counted.length; index++) {
    const row = counted[index] ?? 0;
    const own = columns.lines[row] ?? 0;
    const commit = columns.commitOf[row] ?? 0;
    sizes[commit] = (sizes[commit] ?? 0) + own;
    lines += own;
    ends += (columns.endsFrom[row + 1] ?? 0) - (columns.endsFrom[row] ?? 0);
    if (((columns.flags[row] ?? 0) & HAS_RECORDS) !== 0) linesWithRecords += own;
    people.add(columns.committerOf[row] ?? 0);
    for (const group of grouper.of(row)) grouper.lines[group] = (grouper.lines[group] ?? 0) + own;
  }
  const { shown, numbers } = rankGroups(grouper);
  const builder = new LifeEntriesBuilder(ends + counted.length);
  // Only AI lines are compared like with like.
  const isCompared = grouper.keys.includes(AI);
  const stratumOf = createStrata(columns);
  const lastSeen = columns.repos.map((id) => asked.lastSeen.get(id));
  for (let index = 0; index < counted.length; index++) {
    const row = counted[index] ?? 0;
    const commit = columns.commitOf[row] ?? 0;
    const bornOn = columns.bornOn[row] ?? 0;
    const stratum = isCompared ? stratumOf(row, sizes[commit] ?? 0) : 0;
    const seen = Math.max((lastSeen[columns.repoOf[row] ?? 0] ?? bornOn) - bornOn, 0);
    const last = columns.endsFrom[row + 1] ?? 0;
    for (const key of grouper.of(row)) {
      const group = numbers[key] ?? 0;
      let left = columns.lines[row] ?? 0;
      for (let end = columns.endsFrom[row] ?? 0; end < last; end++) {
        const ended = columns.endLines[end] ?? 0;
        left -= ended;
        builder.add(commit, group, stratum, Math.max((columns.endDay[end] ?? 0) - bornOn, 0), ended, 0);
      }
      if (left > 0) builder.add(commit, group, stratum, seen, 0, left);
    }
  }
  const ids = [...people].map((place) => owners.personOf(columns.committers[place] ?? 0));
  return {
    entries: builder.done(),
    groups: shown,
    people: new Set(ids),
    personOf: owners.personOf,
    lines,
    linesWithRecords,
  };
}

function countedRows(columns: LifeColumns, { people, from, until }: LivesAsked, owners: Owners): Uint32Array {
  const isPerson = new Set(people);
  const counts = Uint8Array.from(columns.committers, (id) => (isPerson.has(id) ? 1 : 0));
  const { bornOn, committerOf } = columns;
  const rows = new Uint32Array(columns.rows);
  let count = 0;
  for (let row = 0; row < columns.rows; row++) {
    const day = bornOn[row] ?? 0;
    if (day < from || day >= until || counts[committerOf[row] ?? 0] === 0) continue;
    if (owners.countsAll || owners.counts(writtenAt(columns, row))) rows[count++] = row;
  }
  return rows.subarray(0, count);
}

const writtenAt = ({ committers, committerOf, bornOn, repos, repoOf }: LifeColumns, row: number) => ({
  committerId: committers[committerOf[row] ?? 0] ?? 0,
  bornOn: bornOn[row] ?? 0,
  repoId: repos[repoOf[row] ?? 0] ?? 0,
});

interface Grouper {
  /** Keys by number, in the order in which they were met, and the lines of each. */
  keys: string[];
  lines: number[];
  /** The numbers of a row's groups: one, but for people who are in several teams. */
  of(row: number): readonly number[];
}

/** Rows that are alike in what they are grouped by have the same groups: they are worked out once. */
function createGrouper(columns: LifeColumns, grouping: LifeGrouping, owners: Owners): Grouper {
  const keysOf = groupsOf(grouping, owners);
  const word = wordOf(grouping);
  const keys: string[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (key: string): number => {
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, keys.length);
    return keys.push(key) - 1;
  };
  const known = new Map<number, readonly number[]>();
  const alike = likenessOf(columns, grouping);
  const rowAt = (row: number): LifeRow => {
    const flags = columns.flags[row] ?? 0;
    return {
      ...writtenAt(columns, row),
      isNew: (flags & IS_NEW) !== 0,
      isAi: (flags & IS_AI) !== 0,
      hasRecords: (flags & HAS_RECORDS) !== 0,
      word: word === null ? '' : (columns.words[word][columns.wordOf[word][row] ?? 0] ?? ''),
    };
  };
  return {
    keys,
    lines: [],
    of(row) {
      const key = alike(row);
      const found = known.get(key);
      if (found) return found;
      const made = keysOf(rowAt(row)).map(numberOf);
      known.set(key, made);
      return made;
    },
  };
}

const MOST_DAYS = 2 ** 16;

/** A number that is the same for rows that are alike in what they are grouped by. */
function likenessOf(columns: LifeColumns, grouping: LifeGrouping): (row: number) => number {
  const { flags, repoOf, committerOf, bornOn, repos } = columns;
  const word = wordOf(grouping);
  if (word !== null) {
    const places = columns.wordOf[word];
    return (row) => (places[row] ?? 0) * 8 + (flags[row] ?? 0);
  }
  if (grouping === 'repo') return (row) => repoOf[row] ?? 0;
  if (grouping === 'committer') return (row) => committerOf[row] ?? 0;
  if (grouping === 'team')
    return (row) => ((committerOf[row] ?? 0) * repos.length + (repoOf[row] ?? 0)) * MOST_DAYS + (bornOn[row] ?? 0);
  return (row) => flags[row] ?? 0;
}

/** The groups with most lines, the rest in one; and the number under which each group is shown. */
function rankGroups({ keys, lines }: Grouper): { shown: string[]; numbers: number[] } {
  const ranked = keys
    .map((key, number) => ({ key, lines: lines[number] ?? 0 }))
    .sort((one, other) => other.lines - one.lines || (one.key < other.key ? -1 : 1))
    .map(({ key }) => key);
  const shown = ranked.length > MOST_GROUPS ? [...ranked.slice(0, MOST_GROUPS - 1), OTHERS] : ranked;
  const ranks = new Map(ranked.map((key, rank) => [key, Math.min(rank, shown.length - 1)]));
  return { shown, numbers: keys.map((key) => ranks.get(key) ?? 0) };
}

/** A row's stratum: lines are like one another if their repo, file category, commit size and month are the same. */
const SIZES = [10, 50, 200, 1_000];
const sizeClass = (lines: number): number => SIZES.findIndex((most) => lines <= most);

/** Numbers the strata of rows. */
function createStrata({ repoOf, bornOn, wordOf: { category }, words }: LifeColumns) {
  const monthOf = createMonths();
  const strata = new Map<number, number>();
  const [months, classes, categories] = [1_000_000, SIZES.length + 1, words.category.length + 1];
  return (row: number, commitLines: number): number => {
    const when = (repoOf[row] ?? 0) * months + monthOf(bornOn[row] ?? 0);
    const key = (when * classes + sizeClass(commitLines) + 1) * categories + (category[row] ?? 0);
    const known = strata.get(key);
    if (known !== undefined) return known;
    strata.set(key, strata.size);
    return strata.size - 1;
  };
}

/** Months of days, as six digits of year and month; each day is looked up once. */
function createMonths(): (day: number) => number {
  const known: number[] = [];
  return (day) => {
    known[day] ??= Number(
      dayOf(new Date(day * DAY_MS))
        .slice(0, 7)
        .replace('-', ''),
    );
    return known[day];
  };
}

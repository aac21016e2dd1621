import { DAY_MS, dayOf } from '@linescope/contract/days';
import { type LifeEntries, LifeEntriesBuilder } from '../domain/survival/life-entries.ts';
import { createPlaces } from '../store/binary-columns.ts';
import { HAS_RECORDS, IS_AI, IS_NEW, type LifeColumns } from './life-columns.ts';
import {
  AI,
  createOwners,
  groupsOf,
  type LifeGrouping,
  type LifeRow,
  type Owners,
  type OwnersScope,
  wordOf,
} from './life-groups.ts';

/** More groups than that are told in one, so that a test between them means something. */
const MOST_GROUPS = 20;
export const OTHERS = 'others';
/** A day is a whole number below. */
const DAYS = 2 ** 16;

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

/** Rows that count, with their groups; then their ends and those that live, under the groups that are shown. */
export function collectLives(columns: LifeColumns, asked: LivesAsked, queryScope: OwnersScope): Collected {
  const owners = createOwners(queryScope);
  const counted = countRows(columns, asked, owners);
  const { shown, numbers } = rankGroups(counted);
  // Only AI lines are compared like with like.
  const strata = shown.includes(AI) ? strataOf(columns, counted) : null;
  const shownSets = counted.sets.map((groups) => groups.map((group) => numbers[group] ?? 0));
  const entries = entriesOf(columns, asked, { ...counted, sets: shownSets, strata });
  const people = columns.committers.filter((_, place) => counted.isMet[place] === 1).map(owners.personOf);
  const { lines, linesWithRecords } = counted;
  return { entries, groups: shown, people: new Set(people), personOf: owners.personOf, lines, linesWithRecords };
}

interface Counted {
  /** Keys of groups by number, in the order in which they were met, and the lines of each. */
  keys: string[];
  linesOf: number[];
  /** The numbers of the groups of rows that are alike; and which of these each row has, -1 where it does not count. */
  sets: readonly (readonly number[])[];
  setOf: Int32Array;
  /** Committers who wrote a row that counts. */
  isMet: Uint8Array;
  /** Lines that count of each commit. */
  sizes: Float64Array;
  lines: number;
  linesWithRecords: number;
}

function countRows(columns: LifeColumns, asked: LivesAsked, owners: Owners): Counted {
  const { bornOn, committerOf, flags, rowsFrom } = columns;
  const isPerson = new Set(asked.people);
  const isAsked = Uint8Array.from(columns.committers, (id) => (isPerson.has(id) ? 1 : 0));
  const grouper = createGrouper(columns, asked.grouping, owners);
  const setOf = new Int32Array(columns.rows).fill(-1);
  const isMet = new Uint8Array(columns.committers.length);
  const sizes = new Float64Array(columns.commitCount);
  let [lines, linesWithRecords] = [0, 0];
  const linesOfSet: number[] = [];
  for (let commit = 0; commit < columns.commitCount; commit++) {
    let ofCommit = 0;
    for (let row = rowsFrom[commit] ?? 0; row < (rowsFrom[commit + 1] ?? 0); row++) {
      const day = bornOn[row] ?? 0;
      const committer = committerOf[row] ?? 0;
      if (day < asked.from || day >= asked.until || isAsked[committer] === 0) continue;
      if (!owners.countsAll && !owners.counts(writtenAt(columns, row))) continue;
      const set = grouper.setOf(row);
      const own = columns.lines[row] ?? 0;
      setOf[row] = set;
      isMet[committer] = 1;
      ofCommit += own;
      linesOfSet[set] = (linesOfSet[set] ?? 0) + own;
      if (((flags[row] ?? 0) & HAS_RECORDS) !== 0) linesWithRecords += own;
    }
    sizes[commit] = ofCommit;
    lines += ofCommit;
  }
  const { keys, sets } = grouper;
  const linesOf = keys.map(() => 0);
  for (const [set, groups] of sets.entries())
    for (const group of groups) linesOf[group] = (linesOf[group] ?? 0) + (linesOfSet[set] ?? 0);
  return { keys, linesOf, sets, setOf, isMet, sizes, lines, linesWithRecords };
}

interface Grouped {
  sets: readonly (readonly number[])[];
  setOf: Int32Array;
  strata: Int32Array | null;
}

/** Each commit's ends in the order of days, and its lines that live at the age at which they were last seen. */
function entriesOf(columns: LifeColumns, asked: LivesAsked, { sets, setOf, strata }: Grouped): LifeEntries {
  const { rowsFrom, endsFrom, endRow, endDay, endLines, bornOn, living, repoOf } = columns;
  const lastSeen = columns.repos.map((id) => asked.lastSeen.get(id));
  const seenFor = (row: number): number => {
    const born = bornOn[row] ?? 0;
    return Math.max((lastSeen[repoOf[row] ?? 0] ?? born) - born, 0);
  };
  const builder = new LifeEntriesBuilder(columns.rows + endDay.length);
  const add = (commit: number, row: number, age: number, ended: number, left: number) => {
    const groups = sets[setOf[row] ?? 0];
    if (groups === undefined) return;
    const stratum = strata === null ? 0 : (strata[row] ?? 0);
    for (let at = 0; at < groups.length; at++) builder.add(commit, groups[at] ?? 0, stratum, age, ended, left);
  };
  const addLiving = (commit: number) => {
    for (let row = rowsFrom[commit] ?? 0; row < (rowsFrom[commit + 1] ?? 0); row++)
      if ((living[row] ?? 0) > 0) add(commit, row, seenFor(row), 0, living[row] ?? 0);
  };
  for (let commit = 0; commit < columns.commitCount; commit++) {
    // Ends may be of later days than the newest commit, where clocks were wrong.
    const seen = seenFor(rowsFrom[commit] ?? 0);
    let isLivingAdded = false;
    for (let end = endsFrom[commit] ?? 0; end < (endsFrom[commit + 1] ?? 0); end++) {
      const row = endRow[end] ?? 0;
      const age = Math.max((endDay[end] ?? 0) - (bornOn[row] ?? 0), 0);
      if (age > seen && !isLivingAdded) {
        addLiving(commit);
        isLivingAdded = true;
      }
      add(commit, row, age, endLines[end] ?? 0, 0);
    }
    if (!isLivingAdded) addLiving(commit);
  }
  return builder.done();
}

const writtenAt = ({ committers, committerOf, bornOn, repos, repoOf }: LifeColumns, row: number) => ({
  committerId: committers[committerOf[row] ?? 0] ?? 0,
  bornOn: bornOn[row] ?? 0,
  repoId: repos[repoOf[row] ?? 0] ?? 0,
});

/** Rows that are alike in what they are grouped by have the same groups: they are worked out once. */
function createGrouper(columns: LifeColumns, grouping: LifeGrouping, owners: Owners) {
  const keysOf = groupsOf(grouping, owners);
  const word = wordOf(grouping);
  const numbers = createPlaces<string>();
  const sets: number[][] = [];
  const known = new Map<number, number>();
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
  let [lastKey, lastSet] = [-1, -1];
  return {
    keys: numbers.values,
    sets,
    /** The place in `sets` of the numbers of a row's groups: one, but for people who are in several teams. */
    setOf(row: number): number {
      const key = alike(row);
      if (key === lastKey) return lastSet;
      lastKey = key;
      lastSet = known.get(key) ?? sets.push(keysOf(rowAt(row)).map(numbers.placeOf)) - 1;
      known.set(key, lastSet);
      return lastSet;
    },
  };
}

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
    return (row) => ((committerOf[row] ?? 0) * repos.length + (repoOf[row] ?? 0)) * DAYS + (bornOn[row] ?? 0);
  return (row) => flags[row] ?? 0;
}

/** The groups with most lines, the rest in one; and the number under which each group is shown. */
function rankGroups({ keys, linesOf }: Counted): { shown: string[]; numbers: number[] } {
  const ranked = keys
    .map((key, number) => ({ key, lines: linesOf[number] ?? 0 }))
    .sort((one, other) => other.lines - one.lines || (one.key < other.key ? -1 : 1))
    .map(({ key }) => key);
  const shown = ranked.length > MOST_GROUPS ? [...ranked.slice(0, MOST_GROUPS - 1), OTHERS] : ranked;
  const ranks = new Map(ranked.map((key, rank) => [key, Math.min(rank, shown.length - 1)]));
  return { shown, numbers: keys.map((key) => ranks.get(key) ?? 0) };
}

/** A row's stratum: lines are like one another if their repo, file category, commit size and month are the same. */
const SIZES = [10, 50, 200, 1_000];
const sizeClass = (lines: number): number => SIZES.findIndex((most) => lines <= most);

/** The number of each row's stratum. */
function strataOf(columns: LifeColumns, { sizes, setOf }: Counted): Int32Array {
  const { rowsFrom, repoOf, bornOn, words } = columns;
  const categoryOf = columns.wordOf.category;
  const monthOf = createMonths();
  const strata = createPlaces<number>();
  const numbers = new Int32Array(columns.rows);
  const [months, classes, categories] = [1_000_000, SIZES.length + 1, words.category.length + 1];
  for (let commit = 0; commit < columns.commitCount; commit++) {
    const size = sizeClass(sizes[commit] ?? 0) + 1;
    // All but the category is of the commit, and looked up once for it.
    let [known, first] = [-1, 0];
    for (let row = rowsFrom[commit] ?? 0; row < (rowsFrom[commit + 1] ?? 0); row++) {
      if ((setOf[row] ?? -1) < 0) continue;
      const key = ((repoOf[row] ?? 0) * months + monthOf(bornOn[row] ?? 0)) * classes + size;
      if (key !== known) first = strata.placeOf(key) * categories;
      known = key;
      numbers[row] = first + (categoryOf[row] ?? 0);
    }
  }
  return numbers;
}

/** Months of days, as six digits of year and month; each day is looked up once. */
function createMonths(): (day: number) => number {
  const known = new Int32Array(DAYS);
  return (day) => {
    if (known[day] === 0)
      known[day] = Number(
        dayOf(new Date(day * DAY_MS))
          .slice(0, 7)
          .replace('-', ''),
      );
    return known[day] ?? 0;
  };
}

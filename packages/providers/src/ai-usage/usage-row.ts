import type { AiProviderName } from '../provider-names.ts';

/** A day of one person with one model, in the words of `POST /ai_usages`. */
export type AiUsageRow = {
  provider: AiProviderName;
  date: string;
  /** Email, user name or, for usage through a key of no person, the key's name. */
  committerIdentifier: string;
  /** The vendor's teams that the person was in on that day, where it reports them. */
  teamSlugs: string[];
  model: string;
  linesAdded: number;
  linesDeleted: number;
  promptSuggestCount: number;
  promptAcceptCount: number;
  tabSuggestCount: number;
  tabAcceptCount: number;
  costCents: number;
};

const counts = [
  'linesAdded',
  'linesDeleted',
  'promptSuggestCount',
  'promptAcceptCount',
  'tabSuggestCount',
  'tabAcceptCount',
  'costCents',
] as const;

export type UsageFigure = (typeof counts)[number];
export type UsageCounts = Pick<AiUsageRow, UsageFigure>;

/** Figures that none of a report's entries has a field for; an empty report lacks none. */
export const missingFigures = <Entry>(
  entries: readonly Entry[],
  told: Partial<Record<UsageFigure, (entry: Entry) => unknown>>,
): UsageFigure[] =>
  counts.filter((figure) => {
    const read = told[figure];
    return read !== undefined && entries.length > 0 && entries.every((entry) => (read(entry) ?? null) === null);
  });

export const noUsage: UsageCounts = {
  linesAdded: 0,
  linesDeleted: 0,
  promptSuggestCount: 0,
  promptAcceptCount: 0,
  tabSuggestCount: 0,
  tabAcceptCount: 0,
  costCents: 0,
};

/** One row a person and model: what a vendor gives in pieces is added up, and what comes to nothing is left out. */
export function addUp(rows: readonly AiUsageRow[]): AiUsageRow[] {
  const sums = new Map<string, AiUsageRow>();
  for (const row of rows) {
    const key = JSON.stringify([row.date, row.committerIdentifier, row.model]);
    const sum = sums.get(key) ?? { ...row, ...noUsage };
    for (const count of counts) sum[count] += row[count];
    sums.set(key, sum);
  }
  return [...sums.values()]
    .map((row) => ({ ...row, costCents: Math.round(row.costCents * 100) / 100 }))
    .filter((row) => counts.some((count) => row[count] > 0))
    .sort((a, b) => a.committerIdentifier.localeCompare(b.committerIdentifier) || a.model.localeCompare(b.model));
}

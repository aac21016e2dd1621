import type { BlamedLine, LineEvidence } from '@linescope/client/answers';

export const COLOURINGS = ['age', 'author', 'ai', 'provenance'] as const;
export type Colouring = (typeof COLOURINGS)[number];

export const COLOURING_LABELS: Record<Colouring, string> = {
  age: 'Age',
  author: 'Author',
  ai: 'AI',
  provenance: 'Provenance',
};

export interface Shade {
  /** Of the series of colours; 0: none. */
  color: number;
  label: string;
}

const DAY_MS = 86_400_000;
const OLDER: Shade = { color: 0, label: 'Before the window' };
const AGES: { days: number; shade: Shade }[] = [
  { days: 14, shade: { color: 2, label: 'Under 2 weeks' } },
  { days: 91, shade: { color: 4, label: 'Under 3 months' } },
  { days: 366, shade: { color: 3, label: 'Under a year' } },
  { days: Number.POSITIVE_INFINITY, shade: { color: 5, label: 'Over a year' } },
];
const PROVENANCES: Record<string, Shade> = {
  provenance_new_code: { color: 1, label: 'New code' },
  provenance_under_2_weeks: { color: 2, label: 'Replaced code under 2 weeks old' },
  provenance_under_1_month: { color: 4, label: 'under a month' },
  provenance_under_1_year: { color: 3, label: 'under a year' },
  provenance_over_1_year: { color: 5, label: 'over a year' },
};
const NAMED_AUTHORS = 5;

/** How the lines of a file are coloured, and what the colours mean. */
export function colourLines(
  lines: readonly BlamedLine[],
  by: Colouring,
  now: number,
): { shadeOf(line: BlamedLine): Shade; legend: Shade[] } {
  const authors = rankAuthors(lines);
  const shadeOf = ({ entry }: BlamedLine): Shade => {
    if (!entry) return OLDER;
    if (by === 'ai') return shadeOfEvidence(entry);
    if (by === 'provenance') return PROVENANCES[entry.provenance_em ?? ''] ?? { color: 7, label: 'Not stored' };
    if (by === 'author') return authors.get(entry.user_name) ?? { color: 7, label: 'Others' };
    const days = (now - Date.parse(entry.authored_at)) / DAY_MS;
    return AGES.find((age) => days < age.days)?.shade ?? OLDER;
  };
  const legend = new Map(lines.map((line) => [shadeOf(line).label, shadeOf(line)]));
  return { shadeOf, legend: [...legend.values()].toSorted((one, other) => one.color - other.color) };
}

/** What nothing speaks of is not therefore by hand. */
function shadeOfEvidence({ authored_by_llm: isAi, evidence_tier_em: tier }: LineEvidence): Shade {
  if (isAi) return { color: 3, label: 'By an AI assistant' };
  if (tier === 'evidence_recorded') return { color: 1, label: 'By hand' };
  return tier === 'evidence_probable'
    ? { color: 5, label: 'Probably with an assistant' }
    : { color: 7, label: 'Unmarked' };
}

function rankAuthors(lines: readonly BlamedLine[]): Map<string, Shade> {
  const counts = new Map<string, number>();
  for (const { entry } of lines) if (entry) counts.set(entry.user_name, (counts.get(entry.user_name) ?? 0) + 1);
  const ranked = [...counts].toSorted(([, one], [, other]) => other - one).slice(0, NAMED_AUTHORS);
  return new Map(ranked.map(([name], index) => [name, { color: index + 1, label: name }]));
}

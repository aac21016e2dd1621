import type { LineOwner, OwnedFile } from '@linescope/client/answers';
import type { Shade } from './blame-colors.ts';

export const MAP_COLOURINGS = ['author', 'knowledge', 'churn', 'ai'] as const;
export type MapColouring = (typeof MAP_COLOURINGS)[number];

export const MAP_COLOURING_LABELS: Record<MapColouring, string> = {
  author: 'Main author',
  knowledge: 'Who knows it',
  churn: 'Churn',
  ai: 'AI',
};

/** As many as have colours that a reader can tell apart. */
const NAMED_PEOPLE = 4;
const OTHERS: Shade = { color: 0, label: 'Others' };
/** From few who wrote a file to many. */
const KNOWN_BY: { most: number; shade: Shade }[] = [
  { most: 1, shade: { color: 2, label: 'One person' } },
  { most: 2, shade: { color: 4, label: 'Two people' } },
  { most: 4, shade: { color: 3, label: 'Three or four' } },
  { most: Number.POSITIVE_INFINITY, shade: { color: 1, label: 'More' } },
];
/** Lines that were changed or deleted in 90 days, by those that live. */
const CHANGED: { most: number; shade: Shade }[] = [
  { most: 0, shade: { color: 0, label: 'Unchanged for 90 days' } },
  { most: 0.1, shade: { color: 1, label: 'Up to a tenth changed' } },
  { most: 0.5, shade: { color: 3, label: 'Up to half' } },
  { most: Number.POSITIVE_INFINITY, shade: { color: 2, label: 'More' } },
];
const WRITTEN_BY_AI: { most: number; shade: Shade }[] = [
  { most: 0, shade: { color: 0, label: 'Nothing known of AI' } },
  { most: 0.25, shade: { color: 3, label: 'Up to a quarter by AI' } },
  { most: 0.5, shade: { color: 4, label: 'Up to half' } },
  { most: 1, shade: { color: 2, label: 'More than half' } },
];

/** How the files of a map are coloured, and what the colours mean. */
export function colourFiles(
  people: readonly LineOwner[],
  by: MapColouring,
): { shadeOf(file: OwnedFile): Shade; legend: Shade[] } {
  if (by === 'knowledge')
    return { shadeOf: (file) => firstUpTo(KNOWN_BY, file.person_count), legend: KNOWN_BY.map(({ shade }) => shade) };
  if (by === 'churn')
    return {
      shadeOf: (file) => firstUpTo(CHANGED, file.line_count === 0 ? 0 : file.ended_line_count / file.line_count),
      legend: CHANGED.map(({ shade }) => shade),
    };
  if (by === 'ai')
    return {
      shadeOf: (file) => firstUpTo(WRITTEN_BY_AI, file.line_count === 0 ? 0 : file.ai_line_count / file.line_count),
      legend: WRITTEN_BY_AI.map(({ shade }) => shade),
    };
  const named = people.toSorted((one, other) => other.main_file_count - one.main_file_count).slice(0, NAMED_PEOPLE);
  const shades = new Map(
    named.map((person, index): [string, Shade] => [
      person.user_name,
      { color: index + 1, label: person.full_name || person.user_name },
    ]),
  );
  return {
    shadeOf: (file) => shades.get(file.main_user_name) ?? OTHERS,
    legend: [...shades.values(), ...(people.length > named.length ? [OTHERS] : [])],
  };
}

const firstUpTo = (steps: { most: number; shade: Shade }[], value: number): Shade =>
  steps.find(({ most }) => value <= most)?.shade ?? OTHERS;

import type { Segment } from '@linescope/client/answers';

type Named = Pick<Segment, 'segment_em' | 'title' | 'description'>;

/** A word in the title says more than one in the description. */
const TITLE = 3;
const NAME = 2;
const SHORTEST = 3;

/** Words of every sentence. */
const EMPTY = new Set([
  'and',
  'are',
  'does',
  'for',
  'from',
  'has',
  'have',
  'how',
  'many',
  'much',
  'our',
  'take',
  'the',
  'until',
  'what',
  'which',
  'who',
  'with',
]);

/** Words that people use for what definitions call otherwise. */
const SYNONYMS: Record<string, string[]> = {
  bug: ['defect'],
  broke: ['failure', 'defect'],
  cost: ['cents', 'cost'],
  deploy: ['release'],
  deployment: ['release'],
  engineer: ['committer'],
  developer: ['committer'],
  fast: ['time', 'hours', 'minutes'],
  long: ['time', 'minutes', 'hours'],
  money: ['cents', 'cost'],
  pr: ['pull', 'request'],
  mr: ['pull', 'request'],
  speed: ['time', 'cycle', 'lead'],
  wait: ['awaiting', 'waiting', 'waited'],
  velocity: ['delta', 'issues'],
};

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
/** `reviews`, `reviewed` and `reviewing` are one word. */
const stem = (word: string): string => (word.length > 4 ? word.replace(/(ings?|ed|es|s)$/, '') : word);
const stemsOf = (text: string): Set<string> => new Set(wordsOf(text).map(stem));

/** Segments that share words with what is asked for, best first; rare words count more than those that most segments have. */
export function rankSegments<S extends Named>(segments: S[], meaning: string): S[] {
  const places = segments.map((segment) => ({
    segment,
    title: stemsOf(segment.title),
    name: stemsOf(segment.segment_em),
    text: stemsOf(segment.description),
  }));
  const asked = new Map<string, number>();
  for (const word of wordsOf(meaning)) {
    if (EMPTY.has(word) || (word.length < SHORTEST && !SYNONYMS[word])) continue;
    asked.set(stem(word), 1);
    for (const other of SYNONYMS[word] ?? SYNONYMS[stem(word)] ?? []) asked.set(stem(other), 0.8);
  }
  const rarity = (word: string) => {
    const holders = places.filter(
      ({ title, name, text }) => title.has(word) || name.has(word) || text.has(word),
    ).length;
    return holders === 0 ? 0 : Math.log(1 + segments.length / holders);
  };
  const weights = new Map([...asked].map(([word, share]) => [word, share * rarity(word)]));
  return places
    .map(({ segment, title, name, text }) => {
      let score = 0;
      for (const [word, weight] of weights)
        score += weight * ((title.has(word) ? TITLE : 0) + (name.has(word) ? NAME : 0) + (text.has(word) ? 1 : 0));
      return { segment, score: score / Math.sqrt(title.size + 4) };
    })
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ segment }) => segment);
}

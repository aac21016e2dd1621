import type { Random } from '../text/random.ts';
import { fields, nouns, qualities, reasons, verbs } from '../text/vocabulary.ts';

/** A piece of a file that is written, moved, copied and deleted as one: a function, a rule, a section. */
export type Block = { name: string; lines: string[]; bornAt: number };
export type Draft = Omit<Block, 'bornAt'>;
export type LanguageName = 'typescript' | 'python' | 'go' | 'css' | 'yaml' | 'markdown' | 'sql';
export type Writer = {
  /** What stands above the first block. */
  head: (random: Random, path: string) => string[];
  /** A new block; `known` are functions of other files that it may call. */
  block: (random: Random, known: readonly string[], path: string) => Draft;
  comment: (text: string) => string;
};

export type Words = ReturnType<typeof wordsOf>;

export function wordsOf(random: Random) {
  const noun = random.pick(nouns);
  const other = random.pick(nouns);
  return {
    verb: random.pick(verbs),
    noun,
    other: other === noun ? 'entry' : other,
    quality: random.pick(qualities),
    field: random.pick(fields),
    reason: random.pick(reasons),
    number: random.whole(2, 480),
    small: random.whole(2, 12),
  };
}

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
export const snake = (...words: string[]): string => words.join('_');
export const camel = (first: string, ...rest: string[]): string => first + rest.map(capital).join('');

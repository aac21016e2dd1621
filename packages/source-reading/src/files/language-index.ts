import * as linguist from 'linguist-languages';
import { preferredLanguages } from './preferred-languages.ts';

/** Linguist's languages, indexed once by file name, extension, interpreter and alias. */
export type LanguageType = 'data' | 'markup' | 'programming' | 'prose';

const types = new Map<string, LanguageType>();
const byFilename = new Map<string, string>();
const byExtension = new Map<string, string[]>();
const byInterpreter = new Map<string, string>();
const byAlias = new Map<string, string>();

type LinguistLanguage = {
  readonly name: string;
  readonly type: LanguageType;
  readonly aliases?: readonly string[];
  readonly filenames?: readonly string[];
  readonly extensions?: readonly string[];
  readonly interpreters?: readonly string[];
};
const languages: readonly LinguistLanguage[] = Object.values(linguist);

for (const language of languages) {
  const { name, type } = language;
  types.set(name, type);
  byAlias.set(name.toLowerCase(), name);
  for (const alias of language.aliases ?? []) if (!byAlias.has(alias)) byAlias.set(alias, name);
  for (const filename of language.filenames ?? []) byFilename.set(filename, name);
  for (const interpreter of language.interpreters ?? []) {
    const known = byInterpreter.get(interpreter);
    if (known === undefined || (preferredLanguages.has(name) && !preferredLanguages.has(known)))
      byInterpreter.set(interpreter, name);
  }
  for (const written of language.extensions ?? []) {
    const extension = written.toLowerCase();
    const known = byExtension.get(extension);
    if (known === undefined) byExtension.set(extension, [name]);
    else if (preferredLanguages.has(name) && !known.includes(name)) known.unshift(name);
    else if (!known.includes(name)) known.push(name);
  }
}

export function languageOfFilename(basename: string): string | undefined {
  return byFilename.get(basename);
}

const longestExtension = 40;

/** Languages of the longest known extension, the likeliest first. */
export function languagesOfExtension(basename: string): readonly string[] {
  const lower = basename.slice(-longestExtension).toLowerCase();
  for (let dot = lower.indexOf('.'); dot >= 0; dot = lower.indexOf('.', dot + 1)) {
    const found = byExtension.get(lower.slice(dot));
    if (found !== undefined) return found;
  }
  return [];
}

export function languageOfInterpreter(interpreter: string): string | undefined {
  return byInterpreter.get(interpreter) ?? byInterpreter.get(interpreter.replace(/(?<![\d.])[\d.]+$/, ''));
}

export function languageOfAlias(alias: string): string | undefined {
  return byAlias.get(alias.toLowerCase());
}

export function languageType(language: string): LanguageType | undefined {
  return types.get(language);
}

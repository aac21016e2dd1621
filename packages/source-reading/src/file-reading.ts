import { contentRules } from './files/content-language.ts';
import { headText, languageOfFirstLines } from './files/first-lines.ts';
import { hasGeneratedMark, isGeneratedPath, isLockName, isMinified } from './files/generated-files.ts';
import { categoryOfLanguage, type FileCategory } from './files/language-categories.ts';
import { languageOfFilename, languagesOfExtension, languageType } from './files/language-index.ts';
import { extensionOwners } from './files/preferred-languages.ts';
import { isTestPath } from './files/test-paths.ts';
import { isVendoredPath } from './files/vendored-paths.ts';

export { type FileCategory, fileCategoryLabel } from './files/language-categories.ts';

export type FileKind = {
  readonly language: string | null;
  readonly category: FileCategory;
  readonly generated: boolean;
  readonly vendored: boolean;
  readonly lock: boolean;
};

/** Longer paths than people write are judged by their end. */
const longestPath = 1024;

const documentationFolder =
  /^(?:docs?|man|examples|demos?|samples?)\/|(?:^|\/)(?:documentation|groovydoc|javadoc|inst\/doc)\//i;
const documentationName =
  /^(?:citations?|changes?|changelog|contributing|copying|install|licen[cs]e|readme|authors|code_of_conduct|security|history|news|notice|maintainers|[\d-]*release-?_?notes)(?:\.|$)/i;
const dataFolder = /(?:^|\/)(?:fixtures|locales?|i18n|translations|lang|datasets?|seeds)\//i;
const configName = /^\.[^/]+$|rc$|\.(?:conf|config|cfg|cnf|env|lock|toml|ini|plist|props|targets|sln)$/i;

function extensionOf(basename: string): string {
  const dot = basename.lastIndexOf('.');
  return dot < 0 ? '' : basename.slice(dot).toLowerCase();
}

function languageOf(basename: string, head: string | null): string | null {
  const named = languageOfFilename(basename);
  if (named !== undefined) return named;
  const candidates = languagesOfExtension(basename);
  const extension = extensionOf(basename);
  if (head !== null) {
    const found = candidates.length === 1 ? null : languageOfFirstLines(head);
    if (found !== null) return found;
    const rule = contentRules[extension]?.find(({ pattern }) => pattern.test(head));
    if (rule !== undefined) return rule.language;
  }
  if (candidates.length > 1) return extensionOwners[extension] ?? candidates[0] ?? null;
  return candidates[0] ?? null;
}

function categoryOf(path: string, basename: string, language: string | null): FileCategory {
  const category = language === null ? (configName.test(basename) ? 'config' : 'data') : categoryOfLanguage(language);
  if (category === 'documentation') return category;
  const isProgram = category === 'code';
  if (language !== null && isTestPath(path, isProgram)) return 'test';
  if (language !== null && documentationFolder.test(path)) return 'documentation';
  if (!isProgram && documentationName.test(basename)) return 'documentation';
  if (category === 'config' && languageType(language ?? '') === 'data' && dataFolder.test(path)) return 'data';
  return category;
}

/** What a file is: its language, its category, and whether a person of this team wrote it. */
export function readFileKind(path: string, head?: Uint8Array): FileKind {
  const short = path.length > longestPath ? path.slice(-longestPath) : path;
  const basename = short.slice(short.lastIndexOf('/') + 1);
  const text = head === undefined || head.length === 0 ? null : headText(head);
  const language = languageOf(basename, text);
  const lock = isLockName(basename);
  return {
    language,
    category: categoryOf(short, basename, language),
    generated:
      lock ||
      isGeneratedPath(short) ||
      (text !== null && hasGeneratedMark(text)) ||
      (head !== undefined && isMinified(basename, head)),
    vendored: isVendoredPath(short),
    lock,
  };
}

/** Files as their authors see them: a head and blocks. A block is never changed in place, so branches share what they did not touch. */
import { writers } from '../languages/index.ts';
import type { Block, LanguageName } from '../languages/language.ts';
import type { Random } from './random.ts';

export type SourceFile =
  | { language: LanguageName; head: string[]; blocks: Block[] }
  | { language: 'lock'; lines: string[] };
export type CodeFile = Extract<SourceFile, { blocks: Block[] }>;
export type Tree = Map<string, SourceFile>;

export function isCode(file: SourceFile | undefined): file is CodeFile {
  return file !== undefined && file.language !== 'lock';
}

export function render(file: SourceFile): string {
  if (!isCode(file)) return `${file.lines.join('\n')}\n`;
  return `${[file.head, ...file.blocks.map((block) => block.lines)].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** On which line of the rendered file a block starts, from 1. */
export function lineOfBlock(file: CodeFile, index: number): number {
  const before = file.blocks.slice(0, index).reduce((sum, block) => sum + block.lines.length + 1, 0);
  return file.head.length + 2 + before;
}

export function languageOf(path: string): LanguageName {
  if (/\.tsx?$/.test(path)) return 'typescript';
  if (path.endsWith('.py')) return 'python';
  if (path.endsWith('.go')) return 'go';
  if (path.endsWith('.css')) return 'css';
  if (path.endsWith('.sql')) return 'sql';
  return path.endsWith('.md') ? 'markdown' : 'yaml';
}

export function newFile(random: Random, path: string, blocks: number, known: readonly string[], now: number): CodeFile {
  const language = languageOf(path);
  const writer = writers[language];
  const drafts = Array.from({ length: blocks }, () => writer.block(random, known, path));
  return { language, head: writer.head(random, path), blocks: drafts.map((draft) => ({ ...draft, bornAt: now })) };
}

/** Functions that other files of the same language may call. */
export function functionNames(tree: Tree, language: LanguageName, except: string): string[] {
  const names: string[] = [];
  for (const [path, file] of tree) {
    if (path === except || file.language !== language || /test/.test(path)) continue;
    names.push(...file.blocks.slice(0, 3).map((block) => block.name));
  }
  return names;
}

/** The things developers do to code. Each takes a workspace (a tree and what was changed of it) and changes one thing. */
import { writers } from '../languages/index.ts';
import type { Block } from '../languages/language.ts';
import type { Random } from './random.ts';
import { type CodeFile, functionNames, isCode, newFile, render, type SourceFile, type Tree } from './source-tree.ts';
import { fields, qualities, reasons } from './vocabulary.ts';

export type Workspace = {
  tree: Tree;
  changed: Map<string, SourceFile | null>;
  /** The same paths as they were at the last commit. */
  before: Map<string, SourceFile | undefined>;
  touched: { path: string; block: string }[];
};

export function openWorkspace(tree: Tree): Workspace {
  return { tree: new Map(tree), changed: new Map(), before: new Map(), touched: [] };
}

/** What the next commit holds: files that really read differently than before. */
export function takeChanges(space: Workspace): Map<string, SourceFile | null> {
  const changes = new Map<string, SourceFile | null>();
  for (const [path, file] of space.changed) {
    const before = space.before.get(path);
    const same = file === null ? before === undefined : before !== undefined && render(before) === render(file);
    if (!same) changes.set(path, file);
  }
  space.changed.clear();
  space.before.clear();
  return changes;
}

export function put(space: Workspace, path: string, file: SourceFile | null): void {
  if (!space.before.has(path)) space.before.set(path, space.tree.get(path));
  if (file === null) space.tree.delete(path);
  else space.tree.set(path, file);
  space.changed.set(path, file);
}

export function codeAt(space: Workspace, path: string): CodeFile | undefined {
  const file = space.tree.get(path);
  return isCode(file) ? file : undefined;
}

function withBlocks(space: Workspace, path: string, file: CodeFile, blocks: Block[], touched?: string): void {
  put(space, path, { ...file, blocks });
  if (touched !== undefined) space.touched.push({ path, block: touched });
}

export function addBlock(space: Workspace, random: Random, path: string, now: number): void {
  const file = codeAt(space, path);
  if (!file) return;
  const draft = writers[file.language].block(random, functionNames(space.tree, file.language, path), path);
  const at = random.whole(0, file.blocks.length);
  const blocks = file.blocks.toSpliced(at, 0, { ...draft, bornAt: now });
  withBlocks(space, path, file, blocks, draft.name);
}

export function addFile(space: Workspace, random: Random, path: string, now: number): void {
  const file = newFile(random, path, random.whole(1, 3), [], now);
  put(space, path, file);
  space.touched.push({ path, block: file.blocks[0]?.name ?? '' });
}

/** Changes some lines of a block in part, preferring a block of the wished age. */
export function editBlock(space: Workspace, random: Random, path: string, prefer: (block: Block) => boolean): void {
  const file = codeAt(space, path);
  const fitting = file?.blocks.filter(prefer) ?? [];
  const target = file && (fitting.length > 0 ? random.pick(fitting) : file.blocks[0]);
  if (!file || !target) return;
  const lines = [...target.lines];
  for (let n = random.whole(2, 7); n > 0; n--) {
    const at = random.whole(0, lines.length - 1);
    lines[at] = tweakLine(random, lines[at] ?? '');
  }
  const whole = lines.flatMap((line, at) =>
    at > 1 && /[\w"')\]];?$/.test(line) && !/[{}:]|^\s*return/.test(line) ? [at] : [],
  );
  if (whole.length > 2 && random.chance(0.3)) lines.splice(random.pick(whole), 1);
  if (random.chance(0.3)) {
    const indent = /^\s*/.exec(lines[1] ?? '')?.[0] ?? '';
    lines.splice(
      random.whole(1, lines.length - 1),
      0,
      `${indent}${writers[file.language].comment(`Checked ${random.pick(reasons)}.`)}`,
    );
  }
  withBlocks(
    space,
    path,
    file,
    file.blocks.map((block) => (block === target ? { ...block, lines } : block)),
    target.name,
  );
}

/** The line with one number or one word other than before; a line without either gets a trailing word. */
export function tweakLine(random: Random, line: string): string {
  const numbers = [...line.matchAll(/\b\d+\b/g)];
  if (numbers.length > 0 && random.chance(0.6)) {
    const found = random.pick(numbers);
    return `${line.slice(0, found.index)}${Number(found[0]) + random.whole(1, 40)}${line.slice(found.index + found[0].length)}`;
  }
  for (const words of [qualities, fields]) {
    const present = words.find((word) => line.includes(word));
    if (present) return line.replace(present, random.pick(words));
  }
  return line;
}

export function deleteBlock(space: Workspace, random: Random, path: string): void {
  const file = codeAt(space, path);
  if (!file || file.blocks.length < 2) return;
  const oldest = [...file.blocks].sort((a, b) => a.bornAt - b.bornAt)[0];
  const target = random.chance(0.6) ? oldest : random.pick(file.blocks);
  withBlocks(
    space,
    path,
    file,
    file.blocks.filter((block) => block !== target),
  );
}

/** The same lines leave one file and arrive in another. */
export function moveBlock(space: Workspace, random: Random, from: string, to: string): void {
  const [source, target] = [codeAt(space, from), codeAt(space, to)];
  if (!source || !target || from === to || source.language !== target.language || source.blocks.length < 2) return;
  const block = random.pick(source.blocks);
  withBlocks(
    space,
    from,
    source,
    source.blocks.filter((other) => other !== block),
  );
  withBlocks(space, to, target, [...target.blocks, block], block.name);
}

/** The same lines stand in a second file from now on. */
export function copyBlock(space: Workspace, random: Random, from: string, to: string, now: number): void {
  const [source, target] = [codeAt(space, from), codeAt(space, to)];
  const long = source?.blocks.filter((block) => block.lines.length >= 8) ?? [];
  if (!target || from === to || source?.language !== target.language || long.length === 0) return;
  const block = random.pick(long);
  withBlocks(space, to, target, [...target.blocks, { ...block, bornAt: now }], block.name);
}

export function renameFile(space: Workspace, from: string, to: string): void {
  const file = space.tree.get(from);
  if (!file || space.tree.has(to)) return;
  put(space, from, null);
  put(space, to, file);
}

/** One word for another in every given file, as an editor's find and replace does. */
export function replaceWord(space: Workspace, paths: readonly string[], word: string, by: string): void {
  const pattern = new RegExp(`\\b${word}\\b`, 'g');
  for (const path of paths) {
    const file = codeAt(space, path);
    if (!file?.blocks.some((block) => block.lines.some((line) => line.search(pattern) >= 0))) continue;
    const blocks = file.blocks.map((block) => ({
      ...block,
      lines: block.lines.map((line) => line.replace(pattern, by)),
    }));
    withBlocks(space, path, file, blocks);
  }
}

/** White space only: what a formatter does. */
export function reindent(space: Workspace, path: string): void {
  const file = codeAt(space, path);
  const [first, ...rest] = file?.blocks ?? [];
  if (!file || !first || file.language === 'python' || file.language === 'yaml') return;
  const lines = first.lines.map((line) => (line.startsWith('  ') ? `  ${line}` : line));
  withBlocks(space, path, file, [{ ...first, lines }, ...rest]);
}

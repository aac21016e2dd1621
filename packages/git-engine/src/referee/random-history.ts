import type { PlannedCommit } from './made-up-history.ts';
import { FIRST_TIME } from './made-up-history.ts';

/** A small generator of numbers that depends on its seed alone. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Tree = Map<string, string>;

const WORDS = ['alpha', 'beta', 'gamma', 'delta', 'omega', 'count', 'total', 'index', 'value', 'result'];

/**
 * A history as real ones are, only denser: edits, inserts, deletions, renames, reverts, copied blocks, branches that merge
 * criss-cross or three at once, merges that mix their parents line by line, second roots, and clocks that lie.
 */
export function randomHistory(seed: number, size: number): PlannedCommit[] {
  const random = randomFrom(seed);
  const plan: PlannedCommit[] = [{ parents: [], tree: new Map([['src/main.js', text(random, 12)]]) }];
  let tips = [0];
  for (let number = 1; number < size; number++) {
    const authoredAt = FIRST_TIME + number * 86_400 - random(3) * 40_000;
    const choice = random(20);
    if (choice === 0 && number > 4) {
      plan.push({ parents: [], tree: new Map([[`root${number}.js`, text(random, 6)]]), authoredAt });
      tips.push(number);
    } else if (choice < 6 && tips.length > 1) {
      const parents = shuffled(random, tips).slice(0, tips.length > 2 && random(3) === 0 ? 3 : 2);
      plan.push({
        parents,
        tree: mergedTree(
          random,
          parents.map((parent) => treeOf(plan, parent)),
        ),
        authoredAt,
      });
      // A parent that stays open after the merge makes criss-cross merges possible.
      tips = [...tips.filter((tip) => !parents.includes(tip) || random(4) === 0), number];
    } else {
      const parent = random(6) === 0 ? random(number) : (tips[random(tips.length)] ?? 0);
      plan.push({ parents: [parent], tree: changedTree(random, plan, parent, number), authoredAt });
      const branches = random(5) === 0;
      tips = [...tips.filter((tip) => branches || tip !== parent), number];
    }
  }
  const open = [...new Set(tips)].filter((tip) => tip !== plan.length - 1).slice(0, 3);
  const parents = [plan.length - 1, ...open];
  plan.push({
    parents,
    tree: mergedTree(
      random,
      parents.map((parent) => treeOf(plan, parent)),
    ),
  });
  return plan;
}

function treeOf(plan: readonly PlannedCommit[], number: number): Tree {
  const tree: Tree = new Map();
  for (const [path, content] of plan[number]?.tree ?? []) if (typeof content === 'string') tree.set(path, content);
  return tree;
}

function line(random: (below: number) => number): string {
  const word = () => WORDS[random(WORDS.length)] ?? '';
  const forms = [
    () => `  const ${word()}${random(50)} = ${word()}(${word()}, ${random(100)});`,
    () => `  if (${word()} > ${random(9)}) {`,
    () => '  }',
    () => '',
    () => `  return ${word()}.${word()}${random(20)};`,
    () => `  // ${word()} ${word()} ${word()}`,
  ];
  return forms[random(forms.length)]?.() ?? '';
}

function text(random: (below: number) => number, lines: number): string {
  return `${Array.from({ length: lines }, () => line(random)).join('\n')}\n`;
}

function changedTree(
  random: (below: number) => number,
  plan: readonly PlannedCommit[],
  parent: number,
  number: number,
): Tree {
  const tree = treeOf(plan, parent);
  if (random(12) === 0) return treeOf(plan, random(plan.length)); // a revert to any earlier tree
  for (let change = 0; change <= random(3); change++) {
    const paths = [...tree.keys()];
    const path = paths[random(Math.max(1, paths.length))];
    const kind = random(10);
    if (path === undefined || kind === 0) tree.set(`src/file${number}-${change}.js`, text(random, 3 + random(20)));
    else if (kind === 1 && paths.length > 1) tree.delete(path);
    else if (kind === 2) {
      const content = tree.get(path) ?? '';
      tree.delete(path);
      tree.set(`lib/renamed${number}-${change}.js`, random(2) === 0 ? content : edited(random, content));
    } else if (kind === 3) {
      const other = tree.get(paths[random(paths.length)] ?? '') ?? '';
      const lines = other.split('\n');
      const start = random(Math.max(1, lines.length - 8));
      tree.set(path, `${tree.get(path)}${lines.slice(start, start + 8).join('\n')}\n`);
    } else tree.set(path, edited(random, tree.get(path) ?? ''));
  }
  return tree;
}

function edited(random: (below: number) => number, content: string): string {
  const lines = content.split('\n');
  for (let edit = 0; edit <= random(4); edit++) {
    const at = random(lines.length);
    const kind = random(4);
    if (kind === 0) lines.splice(at, random(4), ...Array.from({ length: random(4) }, () => line(random)));
    else if (kind === 1) lines.splice(at, 0, line(random));
    else if (kind === 2) lines.splice(at, 1);
    else lines[at] = (lines[at] ?? '').replace(/[a-z]+/, WORDS[random(WORDS.length)] ?? '');
  }
  return lines.join('\n');
}

function mergedTree(random: (below: number) => number, trees: readonly Tree[]): Tree {
  const merged: Tree = new Map();
  for (const path of new Set(trees.flatMap((tree) => [...tree.keys()]))) {
    const versions = trees.map((tree) => tree.get(path)).filter((version) => version !== undefined);
    const kind = random(8);
    const version = versions[random(versions.length)] ?? '';
    if (versions.length < trees.length && random(3) === 0) continue;
    if (kind === 0) merged.set(path, edited(random, version));
    else if (kind < 4) merged.set(path, mixed(random, versions));
    else merged.set(path, version);
  }
  if (merged.size === 0) merged.set('src/main.js', text(random, 5));
  return merged;
}

/** Stretches of lines from one version and another in turn. */
function mixed(random: (below: number) => number, versions: readonly string[]): string {
  const lines: string[] = [];
  const longest = Math.max(...versions.map((version) => version.split('\n').length));
  for (let at = 0; at < longest; ) {
    const stretch = 1 + random(8);
    const source = versions[random(versions.length)]?.split('\n') ?? [];
    lines.push(...source.slice(at, at + stretch));
    at += stretch;
  }
  return `${lines.join('\n').replace(/\n+$/, '')}\n`;
}

function shuffled<Item>(random: (below: number) => number, items: readonly Item[]): Item[] {
  const left = [...items];
  const mixed: Item[] = [];
  while (left.length > 0) mixed.push(...left.splice(random(left.length), 1));
  return mixed;
}

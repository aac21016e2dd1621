import { DAY_MS } from '@linescope/contract/days';
import type { Random } from './random.ts';
import type { Category, Commit, Line, LineKind, Operation } from './world.ts';

const OPERATIONS: Operation[] = ['add', 'add', 'add', 'chg', 'chg', 'del', 'move', 'copy', 'find_replace', 'noop'];
const KINDS: LineKind[] = ['code', 'code', 'code', 'code', 'comment', 'punctuation', 'keyword'];
const FILES: { path: string; category: Category; scored: boolean }[] = [
  { path: 'src/a.ts', category: 'code', scored: true },
  { path: 'src/b.ts', category: 'code', scored: true },
  { path: 'src/a.test.ts', category: 'test', scored: true },
  { path: 'page.html', category: 'markup', scored: true },
  { path: 'page.css', category: 'style', scored: true },
  { path: 'tool.yaml', category: 'config', scored: true },
  { path: 'README.md', category: 'documentation', scored: true },
  { path: 'package-lock.json', category: 'config', scored: false },
];

/** Operations that replace, delete or move a line that stood there. */
export const REPLACING: ReadonlySet<Operation> = new Set(['chg', 'del', 'move', 'find_replace', 'noop']);

/** The changed lines of a commit, over code that the commits before it wrote. */
export function randomLines(random: Random, before: readonly Commit[]): Line[] {
  const recent = before.slice(-4);
  return random.some(FILES, 0.35).flatMap((file) => {
    const newFile = random.chance(0.2);
    return Array.from({ length: random.between(1, 6) }, (_, index): Line => {
      const operation = newFile ? random.pick<Operation>(['add', 'copy']) : random.pick(OPERATIONS);
      const writers = random.chance(0.5) ? recent : before;
      const writer =
        REPLACING.has(operation) && writers.length > 0 && random.chance(0.85) ? random.pick(writers) : null;
      return {
        ...file,
        hunk: 0,
        hunkLine: index,
        operation,
        kind: operation === 'noop' ? 'blank' : random.pick(KINDS),
        newFile,
        origin: writer ? { sha: writer.sha, ai: writer.ai, authoredAt: writer.authoredAt } : null,
        ends: writer && lineOf(writer, file.path, index),
        duplicate: (operation === 'add' || operation === 'copy') && random.chance(0.15),
        connectives: operation === 'add' && random.chance(0.3) ? random.between(1, 2) : 0,
      };
    });
  });
}

/** Operations after which a line is that commit's. */
export const WRITING: ReadonlySet<Operation> = new Set(['add', 'copy', 'chg', 'find_replace']);

/** One of the lines that a commit wrote in a file, no line twice: not by chance, so that a world has the same commits as before. */
function lineOf(writer: Commit, path: string, index: number): Line['ends'] {
  const written = writer.lines.filter((line) => line.path === path && WRITING.has(line.operation));
  const line = written[index];
  return line ? { sha: writer.sha, line: line.hunkLine + 1 } : null;
}

/** How long the replaced line had stood, in days; null where nobody knows or nothing was replaced. */
export const ageInDays = (line: Line, authoredAt: number): number | null =>
  line.origin === null ? null : (authoredAt - line.origin.authoredAt) / DAY_MS;

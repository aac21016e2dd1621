import type { PlannedCommit } from '@linescope/git-engine/referee/made-up-history';
import { randomFrom } from '@linescope/git-engine/referee/random-history';

const FILES = 8;
const LINES = 60;
const REWRITTEN = 30;

/** A history with a merge now and then, in which every commit rewrites half of some file: thousands of lines to deliver. */
export function busyHistory(size: number, seed = 2026): PlannedCommit[] {
  const random = randomFrom(seed);
  const files = new Map<string, string[]>();
  for (let file = 0; file < FILES; file += 1) {
    files.set(
      `src/file-${file}.ts`,
      Array.from({ length: LINES }, (_, line) => `const value${line} = ${file};`),
    );
  }
  return Array.from({ length: size }, (_, number) => {
    const lines = files.get(`src/file-${random(FILES)}.ts`) ?? [];
    const start = random(LINES - REWRITTEN);
    for (let line = start; line < start + REWRITTEN; line += 1)
      lines[line] = `const value${line} = ${number} + ${random(1000)};`;
    const parents = number === 0 ? [] : number % 10 === 0 ? [number - 1, number - 2] : [number - 1];
    const tree = new Map([...files].map(([name, text]) => [name, `${text.join('\n')}\n`]));
    return { parents, tree, message: `Change ${number}` };
  });
}

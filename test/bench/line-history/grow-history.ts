import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { refereeEnvironment } from '@linescope/git-engine/referee/made-up-history';
import { randomFrom } from '@linescope/git-engine/referee/random-history';

/**
 * The shape is that of real histories of this length, since git's cost depends on it (`history-shape.ts` measures both): some
 * hundred files in folders of which a few are wide, most files short and a few very long, and the longest changed most often,
 * so that a tenth of the files has two thirds of the changes. As a history grows, so does its tree.
 */
const COMMITS_PER_FILE = 12;
const FILES_PER_FOLDER = 15;
const MEDIAN_LINES = 80;
const SPREAD = 1.5;
const MOST_LINES = 2000;
const FIRST_TIME = Date.UTC(2024, 0, 1) / 1000;

type Random = (below: number) => number;
interface GrownFile {
  path: string;
  lines: string[];
}

/** A repository of so many commits, each of which changes a line here and there, inserts some and drops others. */
export async function growHistory(gitDir: string, commits: number, seed = 1): Promise<void> {
  const random = randomFrom(seed);
  await git(gitDir, ['init', '--quiet', '--bare', '--initial-branch=main', gitDir]);
  const importer = spawn('git', ['--git-dir', gitDir, 'fast-import', '--quiet', '--date-format=raw'], {
    env: refereeEnvironment(),
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const files = plantFiles(Math.ceil(commits / COMMITS_PER_FILE), random);
  const pick = hottestFirst(files, random);
  for (let number = 0; number < commits; number++) {
    const changed = number === 0 ? files : new Set(Array.from({ length: filesOfCommit(random) }, pick));
    const time = FIRST_TIME + number * 3600;
    let text = `commit refs/heads/main\nmark :${number + 1}\nauthor Ada <ada@example.com> ${time} +0000\n`;
    text += `committer Ada <ada@example.com> ${time} +0000\ndata 6\nChange\n`;
    if (number > 0) text += `from :${number}\n`;
    for (const file of changed) {
      if (number > 0) edit(file.lines, random, number);
      const content = `${file.lines.join('\n')}\n`;
      text += `M 100644 inline ${file.path}\ndata ${Buffer.byteLength(content)}\n${content}\n`;
    }
    if (!importer.stdin.write(text)) await once(importer.stdin, 'drain');
  }
  importer.stdin.end();
  const [code] = await once(importer, 'close');
  if (code !== 0) throw new Error('git fast-import failed');
  await git(gitDir, ['repack', '-a', '-d', '-q']);
}

/** The longest first. Every third file stands in one wide folder. */
function plantFiles(count: number, random: Random): GrownFile[] {
  const folders = Math.ceil(count / FILES_PER_FOLDER);
  const lengths = Array.from({ length: count }, () =>
    Math.min(MOST_LINES, Math.max(3, Math.round(MEDIAN_LINES * Math.exp(SPREAD * normal(random))))),
  ).sort((one, other) => other - one);
  return lengths.map((length, number) => ({
    path: number % 3 === 0 ? `src/file${number}.ts` : `src/part${number % folders}/file${number}.ts`,
    lines: Array.from({ length }, (_, line) => `  const value${line} = compute(${random(1000)}, ${number});`),
  }));
}

const filesOfCommit = (random: Random): number => [1, 1, 1, 2, 2, 3, 6][random(7)] ?? 1;

const normal = (random: Random): number => {
  const [radius, angle] = [(random(1_000_000) + 1) / 1_000_001, random(1_000_000) / 1_000_000];
  return Math.sqrt(-2 * Math.log(radius)) * Math.cos(2 * Math.PI * angle);
};

/** Picks the first twice as often as the second, three times as often as the third. */
function hottestFirst(files: readonly GrownFile[], random: Random): () => GrownFile {
  const sums: number[] = [];
  for (const rank of files.keys()) sums.push((sums.at(-1) ?? 0) + 1 / (rank + 1));
  const all = sums.at(-1) ?? 0;
  return () => {
    const point = (random(1_000_000) / 1_000_000) * all;
    const file = files[sums.findIndex((sum) => sum > point)];
    if (!file) throw new Error('no file to change');
    return file;
  };
}

function edit(lines: string[], random: Random, number: number): void {
  const at = random(lines.length);
  for (let line = at; line < Math.min(at + 1 + random(4), lines.length); line++) {
    lines[line] = (lines[line] ?? '').replace(/\(\d+/, `(${number}`);
  }
  if (random(3) === 0) lines.splice(random(lines.length), 0, `  // noted in ${number}`);
  if (random(4) === 0 && lines.length > 2) lines.splice(random(lines.length), 1);
}

async function git(gitDir: string, args: string[]): Promise<void> {
  const child = spawn('git', ['--git-dir', gitDir, ...args], { env: refereeEnvironment(), stdio: 'inherit' });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`git ${args[0]} failed`);
}

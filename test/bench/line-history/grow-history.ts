import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { refereeEnvironment } from '@linescope/git-engine/referee/made-up-history';
import { randomFrom } from '@linescope/git-engine/referee/random-history';

const LINES = 120;
/** Commits a file: as a history grows, so does its tree, and a file's share stays what it is. */
const COMMITS_PER_FILE = 25;
const FIRST_TIME = Date.UTC(2024, 0, 1) / 1000;

/** A repository of so many commits, each of which changes a line here and there, inserts some and drops others. */
export async function growHistory(gitDir: string, commits: number, seed = 1): Promise<void> {
  const random = randomFrom(seed);
  await git(gitDir, ['init', '--quiet', '--bare', '--initial-branch=main', gitDir]);
  const importer = spawn('git', ['--git-dir', gitDir, 'fast-import', '--quiet', '--date-format=raw'], {
    env: refereeEnvironment(),
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const files = Array.from({ length: Math.ceil(commits / COMMITS_PER_FILE) }, (_, number) => ({
    path: `src/part${number % 40}/file${number}.ts`,
    lines: Array.from({ length: LINES }, (_, line) => `  const value${line} = compute(${random(1000)}, ${number});`),
  }));
  for (let number = 0; number < commits; number++) {
    const changed = number === 0 ? files : [files[random(files.length)], files[random(files.length)]];
    const time = FIRST_TIME + number * 3600;
    let text = `commit refs/heads/main\nmark :${number + 1}\nauthor Ada <ada@example.com> ${time} +0000\n`;
    text += `committer Ada <ada@example.com> ${time} +0000\ndata 6\nChange\n`;
    if (number > 0) text += `from :${number}\n`;
    for (const file of changed) {
      if (!file) continue;
      if (number > 0) edit(file.lines, random, number);
      const content = `${file.lines.join('\n')}\n`;
      text += `M 100644 inline ${file.path}\ndata ${Buffer.byteLength(content)}\n${content}\n`;
    }
    if (!importer.stdin.write(text)) await once(importer.stdin, 'drain');
  }
  importer.stdin.end();
  const [code] = await once(importer, 'close');
  if (code !== 0) throw new Error('git fast-import failed');
}

function edit(lines: string[], random: (below: number) => number, number: number): void {
  const at = random(lines.length);
  for (let line = at; line < Math.min(at + 1 + random(4), lines.length); line++) {
    lines[line] = (lines[line] ?? '').replace(/\(\d+/, `(${number}`);
  }
  if (random(3) === 0) lines.splice(random(lines.length), 0, `  // noted in ${number}`);
  if (random(4) === 0 && lines.length > LINES / 2) lines.splice(random(lines.length), 1);
}

async function git(gitDir: string, args: string[]): Promise<void> {
  const child = spawn('git', ['--git-dir', gitDir, ...args], { env: refereeEnvironment(), stdio: 'inherit' });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`git ${args[0]} failed`);
}

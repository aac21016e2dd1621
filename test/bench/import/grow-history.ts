import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { refereeEnvironment } from '@linescope/git-engine/referee/made-up-history';
import { randomFrom } from '@linescope/git-engine/referee/random-history';

type Random = (below: number) => number;
type File = { path: string; lines: string[] };

const FILES = 40;
const FIRST_TIME = Date.UTC(2018, 0, 1) / 1000;
const AUTHORS = 60;

/**
 * A made-up history with the shape of a grown C project: files of some hundred to some thousand lines, commits that touch
 * one to four of them in a few places, a new or renamed file now and then, and short branches that are merged.
 */
export async function growHistory(gitDir: string, commits: number, seed = 7): Promise<void> {
  const random = randomFrom(seed);
  const env = refereeEnvironment();
  await once(spawn('git', ['init', '--quiet', '--bare', '--initial-branch=main', gitDir], { env }), 'close');
  const importer = spawn('git', ['--git-dir', gitDir, 'fast-import', '--quiet', '--date-format=raw'], {
    env,
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const files = Array.from({ length: FILES }, (_, number) => newFile(number, random));
  let branch = 0; // where a side branch left the main line
  for (let number = 1; number <= commits; number++) {
    const isMerge = branch > 0 && number - branch > 3 + random(5);
    const changes = isMerge ? '' : number === 1 ? files.map(written).join('') : change(files, number, random);
    const parents =
      number === 1
        ? ''
        : isMerge
          ? `from :${branch}\nmerge :${number - 1}\n${files.map(written).join('')}`
          : `from :${number - 1}\n`;
    if (isMerge) branch = 0;
    else if (branch === 0 && number > 1 && random(10) === 0) branch = number;
    if (!importer.stdin.write(commitText(number, random, parents + changes))) await once(importer.stdin, 'drain');
  }
  importer.stdin.end();
  const [code] = await once(importer, 'close');
  if (code !== 0) throw new Error('git fast-import failed');
}

function commitText(number: number, random: Random, rest: string): string {
  const person = random(AUTHORS);
  const who = `Author ${person} <author${person}@example.com> ${FIRST_TIME + number * 5400} +0000`;
  const message = `Change ${number}: make part ${random(100)} do what it says\n\nThe reason stands in the tracker.\n`;
  return `commit refs/heads/main\nmark :${number}\nauthor ${who}\ncommitter ${who}\ndata ${message.length}\n${message}${rest}`;
}

function newFile(number: number, random: Random): File {
  const size = 150 + random(16) ** 3;
  const lines: string[] = [];
  while (lines.length < size) lines.push(...someFunction(random, number));
  return { path: `src/part${number % 12}/file${number}.c`, lines };
}

function someFunction(random: Random, mark: number): string[] {
  const body = Array.from({ length: 6 + random(30) }, () => statement(random));
  return [
    `/* Does what its name says, for case ${mark}. */`,
    `int work${random(5000)}(int a, char *b) {`,
    ...body,
    '}',
    '',
  ];
}

const STATEMENTS: readonly ((random: Random) => string)[] = [
  (random) => `    int value${random(50)} = work${random(5000)}(a, b) + ${random(1000)};`,
  (random) => `    if (value${random(50)} > ${random(100)}) return ${random(10)};`,
  (random) => `    state->field${random(40)} = value${random(50)}; /* kept for later */`,
  (random) => `    log_line("reached %d of %s", ${random(1000)}, b);`,
  () => '',
];

const statement = (random: Random): string => STATEMENTS[random(STATEMENTS.length)]?.(random) ?? '';

function change(files: File[], number: number, random: Random): string {
  if (random(30) === 0) {
    const file = newFile(files.length, random);
    files.push(file);
    return written(file);
  }
  if (random(200) === 0) return renamed(files[random(files.length)]);
  const touched = new Set(Array.from({ length: 1 + random(4) }, () => files[random(files.length)]));
  return [...touched].map((file) => (file ? edited(file, number, random) : '')).join('');
}

function renamed(file: File | undefined): string {
  if (!file) return '';
  const before = file.path;
  file.path = before.replace('.c', '_more.c');
  return `D ${before}\n${written(file)}`;
}

function edited(file: File, number: number, random: Random): string {
  for (let place = 0; place < 1 + random(5); place++) {
    const at = random(file.lines.length);
    const gone = Math.min(random(9), file.lines.length - at);
    const fresh =
      random(12) === 0 ? someFunction(random, number) : Array.from({ length: random(11) }, () => statement(random));
    // Half of the lines that go become a version of themselves.
    const kept = file.lines.slice(at, at + gone).filter((_, line) => line % 2 === 0);
    file.lines.splice(at, gone, ...kept.map((line) => line.replace(/\d+/, String(number))), ...fresh);
  }
  return written(file);
}

function written({ path, lines }: File): string {
  const content = `${lines.join('\n')}\n`;
  return `M 100644 inline ${path}\ndata ${content.length}\n${content}\n`;
}

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A commit of a made-up history: its whole tree, and its parents by their place in the list. */
export type PlannedCommit = {
  readonly parents: readonly number[];
  readonly tree: ReadonlyMap<string, PlannedFile>;
  readonly message?: string;
  readonly author?: string | Buffer;
  readonly authoredAt?: number;
  readonly committedAt?: number;
};

export type PlannedFile = string | Buffer | { readonly mode: string; readonly content: string | Buffer };

export type MadeUpRepository = {
  readonly gitDir: string;
  /** The sha of each planned commit, in the order of the plan. */
  readonly shas: readonly string[];
  git(...args: string[]): Promise<string>;
  remove(): Promise<void>;
};

export const FIRST_TIME = Date.UTC(2024, 0, 1) / 1000;

const run = promisify(execFile);

/** Builds a bare repository with `git fast-import`; branch `main` is the last commit. */
export async function makeRepository(plan: readonly PlannedCommit[], format = 'sha1'): Promise<MadeUpRepository> {
  const gitDir = await mkdtemp(join(tmpdir(), 'linescope-made-up-'));
  const git = async (...args: string[]) =>
    (await run('git', ['--git-dir', gitDir, ...args], { env: refereeEnvironment(), maxBuffer: 1 << 28 })).stdout;
  await makeEmpty(gitDir, format);
  const marks = join(gitDir, 'made-up-marks');
  const options = ['--quiet', '--force', '--date-format=raw', `--export-marks=${marks}`];
  const importer = spawn('git', ['--git-dir', gitDir, 'fast-import', ...options], {
    env: refereeEnvironment(),
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  for (const [number, commit] of plan.entries()) {
    if (!importer.stdin.write(Buffer.concat(commitBytes(commit, number)))) await once(importer.stdin, 'drain');
  }
  importer.stdin.end(plan.length === 0 ? '' : `reset refs/heads/main\nfrom :${plan.length}\n`);
  const [code] = await once(importer, 'close');
  if (code !== 0) throw new Error('git fast-import failed');
  const shas: string[] = [];
  for (const [, mark, sha] of (await readFile(marks, 'utf8')).matchAll(/^:(\d+) (\S+)$/gm)) {
    if (sha !== undefined) shas[Number(mark) - 1] = sha;
  }
  await rm(marks);
  return { gitDir, shas, git, remove: () => rm(gitDir, { recursive: true, force: true }) };
}

/** What `git init --bare` comes to. A process less for each of the thousands that tests make: in a large process, to start one takes long. */
async function makeEmpty(gitDir: string, format: string): Promise<void> {
  await Promise.all(['objects', 'refs'].map((folder) => mkdir(join(gitDir, folder))));
  const isSha1 = format === 'sha1';
  const core = `[core]\n\trepositoryformatversion = ${isSha1 ? 0 : 1}\n\tfilemode = true\n\tbare = true\n`;
  await writeFile(join(gitDir, 'config'), isSha1 ? core : `${core}[extensions]\n\tobjectformat = ${format}\n`);
  await writeFile(join(gitDir, 'HEAD'), 'ref: refs/heads/main\n');
}

export function refereeEnvironment(): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH ?? '',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    HOME: '/nonexistent',
  };
}

function commitBytes(commit: PlannedCommit, number: number): Buffer<ArrayBuffer>[] {
  const time = commit.authoredAt ?? FIRST_TIME + number * 3600;
  const committed = commit.committedAt ?? time;
  const author = Buffer.from(commit.author ?? 'Ada <ada@example.com>');
  const message = Buffer.from(commit.message ?? `Commit ${number}`);
  const bytes = [
    Buffer.from(`commit refs/made-up/${number}\nmark :${number + 1}\nauthor `),
    author,
    Buffer.from(` ${time} +0000\ncommitter Bo <bo@example.com> ${committed} +0000\ndata ${message.length}\n`),
    message,
    Buffer.from('\n'),
  ];
  for (const [index, parent] of commit.parents.entries()) {
    bytes.push(Buffer.from(`${index === 0 ? 'from' : 'merge'} :${parent + 1}\n`));
  }
  bytes.push(Buffer.from('deleteall\n'));
  for (const [path, file] of commit.tree) bytes.push(...fileBytes(path, file));
  bytes.push(Buffer.from('\n'));
  return bytes;
}

function fileBytes(path: string, file: PlannedFile): Buffer<ArrayBuffer>[] {
  const plain = typeof file === 'string' || Buffer.isBuffer(file);
  const mode = plain ? '100644' : file.mode;
  const content = Buffer.from(plain ? file : file.content);
  const name = Buffer.from(`"${path.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`, 'latin1');
  if (mode === '160000') return [Buffer.from(`M 160000 ${content.toString()} `), name, Buffer.from('\n')];
  return [
    Buffer.from(`M ${mode} inline `),
    name,
    Buffer.from(`\ndata ${content.length}\n`),
    content,
    Buffer.from('\n'),
  ];
}

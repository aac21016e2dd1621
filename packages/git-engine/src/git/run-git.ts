import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { getPriority, setPriority } from 'node:os';
import type { Writable } from 'node:stream';
import { GitError } from './git-error.ts';
import { gitArguments, gitEnvironment } from './harden.ts';
import { readAhead } from './read-ahead.ts';

export type GitRun = {
  readonly gitDir: string;
  readonly args: readonly string[];
  readonly settings?: readonly string[];
  /** Lines for git's standard input; taken one block at a time, as fast as git reads. Those that come one after the other are passed on at once. */
  readonly input?: Iterable<string> | AsyncIterable<string>;
  readonly signal?: AbortSignal | undefined;
  /** Replaces the closed environment, for a git that must reach a host. */
  readonly environment?: NodeJS.ProcessEnv;
};

/** A running git: its output as a stream, and a promise that fails with a `GitError` if git does. */
export type GitProcess = {
  readonly output: AsyncIterableIterator<Buffer>;
  readonly done: Promise<void>;
  readonly stop: () => void;
};

const INPUT_BLOCK = 64 * 1024;
const ERROR_LIMIT = 4096;
/** A git that is far ahead of its reader takes the processor from those that the reader waits for, and from the reader. */
const AHEAD = 2 * 1024 * 1024;
/** So much less than its reader a git may have of the processors: it works ahead, and what it has done waits for the reader alone. */
const GIVE_WAY = 5;
const LEAST_PRIORITY = 19;

export function startGit(run: GitRun): GitProcess {
  const child = spawn('git', gitArguments(run.gitDir, run.settings ?? [], run.args), {
    env: run.environment ?? gitEnvironment(),
    stdio: ['pipe', 'pipe', 'pipe'],
    signal: run.signal,
  });
  giveWay(child);
  let stopped = false;
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    if (complaint.length < ERROR_LIMIT) complaint += chunk.toString('latin1').slice(0, ERROR_LIMIT - complaint.length);
  });
  child.stdin.on('error', () => {}); // git may close its input early; its exit code says what failed
  const done = finish(
    child,
    () => stopped,
    () => complaint,
  );
  done.catch(() => {});
  void feed(child, run.input ?? []);
  return {
    output: readAhead(child.stdout, AHEAD),
    done,
    stop: () => {
      stopped = true;
      child.kill('SIGKILL');
    },
  };
}

function giveWay({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.min(LEAST_PRIORITY, getPriority() + GIVE_WAY));
  } catch {
    // It has ended already.
  }
}

async function finish(child: ChildProcess, stopped: () => boolean, complaint: () => string): Promise<void> {
  try {
    const [code] = await once(child, 'close');
    // A process that we stopped has no exit code; one that failed by itself has.
    if (code !== 0 && (code !== null || !stopped())) throw new GitError('git_failed', complaint());
  } catch (error) {
    if (error instanceof GitError || stopped()) throw error;
    throw new GitError('git_failed', error instanceof Error ? error.message : complaint());
  }
}

async function feed(child: ChildProcess, input: Iterable<string> | AsyncIterable<string>): Promise<void> {
  const sink = child.stdin;
  if (sink === null) return;
  let block = '';
  const flush = async () => {
    if (!sink.writable) return;
    if (!sink.write(block)) await drained(sink);
    block = '';
  };
  const atOnce = Symbol.asyncIterator in input ? 0 : INPUT_BLOCK;
  for await (const line of input) {
    block += `${line}\n`;
    if (block.length >= atOnce) await flush();
    if (!sink.writable) return;
  }
  await flush();
  sink.end();
}

/** Ends also when the pipe does. */
async function drained(sink: Writable): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  await Promise.race([once(sink, 'drain', { signal }), once(sink, 'close', { signal })]).catch(() => {});
  over.abort();
}

/** Runs git to its end and answers its whole output; for short answers only. */
export async function askGit(run: GitRun): Promise<Buffer> {
  const git = startGit(run);
  const parts: Buffer[] = [];
  for await (const part of git.output) parts.push(part);
  await git.done;
  return Buffer.concat(parts);
}

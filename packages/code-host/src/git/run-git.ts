import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Served directories may belong to another user, and nobody's own settings may change an answer. */
const settings = [
  '-c',
  'safe.directory=*',
  '-c',
  'core.quotePath=false',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'gc.auto=0',
  '-c',
  'core.hooksPath=/dev/null',
];
const environment = {
  PATH: process.env.PATH,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
};

export async function runGit(gitDir: string, args: string[]): Promise<{ stdout: Buffer }> {
  return execute('git', [...settings, '-C', gitDir, ...args], {
    env: environment,
    encoding: 'buffer',
    maxBuffer: 256 * 1024 * 1024,
  });
}

/** The text of a read-only command, or undefined where git refuses (no such commit, an empty repository). */
export async function gitText(gitDir: string, args: string[]): Promise<string | undefined> {
  return runGit(gitDir, args).then(
    ({ stdout }) => stdout.toString('utf8'),
    () => undefined,
  );
}

export function spawnGit(args: string[], extra: Record<string, string>): ChildProcess {
  return spawn('git', [...settings, ...args], { env: { ...environment, ...extra }, stdio: ['pipe', 'pipe', 'pipe'] });
}

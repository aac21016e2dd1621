import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { childrenOf } from './memory-by-unit.ts';

const WRONG_USE = 2;
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };

/** `run-bench.ts NAME [option…]`: a benchmark in this process, whose wrong options are told in a line and whose end is that of all it started. */
const [node = '', , name = '', ...args] = process.argv;
const file = join(import.meta.dirname, '..', 'bench', `${name}.ts`);
process.argv = [node, file, ...args];

for (const [signal, number] of Object.entries(SIGNALS)) process.once(signal, () => endAll(128 + number));

try {
  await import(pathToFileURL(file).href);
} catch (error) {
  if (!isWrongUse(error)) throw error;
  process.stderr.write(`${error.message}\nSee: npm run bench -- ${name} --help\n`);
  process.exitCode = WRONG_USE;
}

/** Interrupted, the stack of `npm start` ends its units, and Postgres its sessions. */
function endAll(exitCode: number): void {
  for (const pid of childrenOf(process.pid)) process.kill(pid, 'SIGINT');
  process.exit(exitCode);
}

function isWrongUse(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
}

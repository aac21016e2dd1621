import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../settings.ts';
import { runProgram } from '../stack/hand-over.ts';
import { readTally, summarise } from '../test-run/test-tally.ts';

const HELP = `npm test [-- path …]          type check, lint, and all tests (or those whose path matches)
npm run test:quick [-- path …]   the same with only the tests that need no store: the inner loop

Options of vitest may follow, such as -t "a name". Settings that make a sampled proof whole are in CONTRIBUTING.md.
`;

const program = (name: string) => join(ROOT, 'node_modules', '.bin', name);

async function main(words: string[]): Promise<number> {
  if (words.includes('--help') || words.includes('-h')) {
    process.stdout.write(HELP);
    return 0;
  }
  const isQuick = words.includes('--quick');
  const folder = mkdtempSync(join(tmpdir(), 'linescope-test-'));
  const report = join(folder, 'report.json');

  process.stdout.write('Tests, and type check and lint while they wait\n');
  const checking = checkTypesAndLint();
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const chosen = [...(isQuick ? ['--project', 'units'] : []), ...words.filter((word) => word !== '--quick')];
  const code = await runProgram(program('vitest'), ['run', ...reporters, ...chosen], process.env);
  const checks = await checking;
  const tally = readTally(report, code);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

  if (checks !== 0) process.stdout.write('Type check or lint failed: see above.\n');
  process.stdout.write(`${summarise({ ...tally, failed: tally.failed + (checks === 0 ? 0 : 1) })}\n`);
  return code === 0 && checks === 0 && tally.failed === 0 ? 0 : 1;
}

/** Beside the tests, which wait for much of their time and come first. */
function checkTypesAndLint(): Promise<number> {
  const options = ['--continue=always', '--output-logs=errors-only', '--log-order=grouped'];
  const quiet = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };
  return runProgram(
    program('turbo'),
    ['run', 'check:types', 'check:lint', ...options],
    quiet,
    constants.priority.PRIORITY_BELOW_NORMAL,
  );
}

process.exitCode = await main(process.argv.slice(2));

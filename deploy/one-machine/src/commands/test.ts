import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../settings.ts';
import { runProgram } from '../stack/hand-over.ts';
import { readTally, summarise } from '../test-run/test-tally.ts';

const program = (name: string) => join(ROOT, 'node_modules', '.bin', name);
const folder = mkdtempSync(join(tmpdir(), 'linescope-tally-'));
const report = join(folder, 'report.json');
const failedChecks: string[] = [];

async function check(name: string, command: string, args: string[]): Promise<void> {
  process.stdout.write(`${name}\n`);
  if ((await runProgram(program(command), args)) !== 0) failedChecks.push(name);
}

await check('Type check', 'tsc', ['-p', 'tsconfig.json']);
await check('Lint', 'biome', ['check', '--error-on-warnings', '--diagnostic-level=warn', '.']);

process.stdout.write('Tests\n');
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
const code = await runProgram(program('vitest'), ['run', ...reporters, ...process.argv.slice(2)]);
const tally = readTally(report, code);
rmSync(folder, { recursive: true });

if (failedChecks.length > 0) process.stdout.write(`Did not pass: ${failedChecks.join(', ')}\n`);
process.stdout.write(`${summarise({ ...tally, failed: tally.failed + failedChecks.length })}\n`);
process.exitCode = code === 0 && failedChecks.length === 0 && tally.failed === 0 ? 0 : 1;

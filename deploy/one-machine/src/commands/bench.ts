import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { printResult, runCommands } from '@linescope/command-line/run-commands';
import { ROOT } from '../settings.ts';
import { handOver } from '../stack/hand-over.ts';

const FOLDER = join(ROOT, 'test', 'bench');
const names = existsSync(FOLDER)
  ? readdirSync(FOLDER).flatMap((file) => (/^[a-z0-9-]+\.ts$/.test(file) ? [file.slice(0, -'.ts'.length)] : []))
  : [];
const [name, ...args] = process.argv.slice(2);

if (name !== undefined && names.includes(name)) {
  await handOver(join(ROOT, 'test', 'support', 'run-bench.ts'), [name, ...args]);
} else {
  const bench = { summary: 'see its --help', run: async () => ({ exitCode: 0 }) };
  printResult(
    await runCommands(
      {
        usage: 'npm run bench --',
        summary: 'Measure against a reference in the same run, and print ratios',
        commands: Object.fromEntries(names.map((known) => [known, bench])),
        open: async () => ({ context: undefined, close: async () => {} }),
      },
      process.argv.slice(2),
    ),
  );
}

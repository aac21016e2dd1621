import { tryGenerators } from './run.ts';
import { writeClientTypes } from './write-client-types.ts';

const { BASE_URL, TOKEN } = process.env;
if (!BASE_URL || !TOKEN) throw new Error('BASE_URL and TOKEN of a running stack with the demo must be given.');
if (process.argv[2] === 'client') {
  await writeClientTypes(BASE_URL);
} else {
  const rows = await tryGenerators(BASE_URL, TOKEN);
  process.stdout.write(
    '| generator | generates | compiles strictly | untyped answers | calls the stack |\n|---|---|---|---|---|\n',
  );
  for (const { generator, generates, compiles, untyped, calls } of rows)
    process.stdout.write(`| ${[generator, generates, compiles, untyped, calls].join(' | ')} |\n`);
  const isWell = rows.every((row) => row.compiles === 'yes' && row.untyped === 0 && row.calls === 'yes');
  process.exitCode = isWell ? 0 : 1;
}

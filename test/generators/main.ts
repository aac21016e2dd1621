import { tryGenerators } from './run.ts';

const { BASE_URL, TOKEN } = process.env;
if (!BASE_URL || !TOKEN) throw new Error('BASE_URL and TOKEN of a running stack with the demo must be given.');
const rows = await tryGenerators(BASE_URL, TOKEN);
process.stdout.write(
  '| generator | generates | compiles strictly | untyped answers | calls the stack |\n|---|---|---|---|---|\n',
);
for (const { generator, generates, compiles, untyped, calls } of rows)
  process.stdout.write(`| ${[generator, generates, compiles, untyped, calls].join(' | ')} |\n`);
process.exitCode = rows.every(({ compiles, untyped, calls }) => compiles === 'yes' && untyped === 0 && calls === 'yes')
  ? 0
  : 1;

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../settings.ts';
import { handOver } from '../stack/hand-over.ts';

const FOLDER = join(ROOT, 'test', 'bench');
const names = existsSync(FOLDER)
  ? readdirSync(FOLDER).flatMap((file) => (/^[a-z0-9-]+\.ts$/.test(file) ? [file.slice(0, -'.ts'.length)] : []))
  : [];
const [name, ...args] = process.argv.slice(2);

if (name !== undefined && names.includes(name)) {
  await handOver(join(FOLDER, `${name}.ts`), args);
} else {
  const list = names.length === 0 ? 'This build has no benchmarks yet.' : `Benchmarks: ${names.join(', ')}`;
  process.stdout.write(`npm run bench -- <name>\n${list}\n`);
  if (name !== '--help' && name !== '-h') process.exitCode = 1;
}

import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The first key seals or signs, all open or verify: a new one goes in front, and the old ones are dropped once nothing needs them. */
const FIELD: Record<string, 'key' | 'secret'> = { secret_keys: 'key', principal_keys: 'secret' };
const Keys = z.array(z.looseObject({ kid: z.string() })).min(1);

const [name = '', step = '', ...rest] = process.argv.slice(2);
const field = FIELD[name];
const folder = process.env['SECRETS_DIR'] ?? '';

if (field === undefined || !['add', 'drop'].includes(step) || rest.length > 0 || folder === '') {
  process.stderr.write(
    'SECRETS_DIR=<folder> node deploy/setup/src/rotate-key.ts <secret_keys|principal_keys> <add|drop>\n',
  );
  process.exitCode = 1;
} else {
  const random = (bytes: number) => randomBytes(bytes).toString('base64url');
  const added = { kid: random(6), [field]: random(32) };
  const holders = readdirSync(folder)
    .map((unit) => join(folder, unit, name))
    .filter((path) => existsSync(path));
  for (const path of holders) {
    const kept = Keys.parse(JSON.parse(readFileSync(path, 'utf8')));
    writeWhole(path, `${JSON.stringify(step === 'add' ? [added, ...kept] : kept.slice(0, 1))}\n`);
  }
  const what = step === 'add' ? `the key ${added.kid} is in front` : 'only the newest key is left';
  process.stdout.write(`${name}: ${what}, for ${holders.length} units. Start them anew.\n`);
}

function writeWhole(path: string, text: string): void {
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, text, { mode: 0o440 });
  renameSync(unfinished, path);
}

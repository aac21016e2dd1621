import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Secret, secretsOf } from './secrets.ts';

const folder = process.env['SECRETS_DIR'] ?? '';
if (folder === '') {
  process.stderr.write('make-secrets: SECRETS_DIR must name the folder for the secrets\n');
  process.exitCode = 1;
} else {
  const made = secretsOf(folder).filter(keep);
  process.stdout.write(made.length === 0 ? 'All secrets are there.\n' : `${made.length} secrets were made.\n`);
}

/** Whole or not at all, and never over one that is there: data is encrypted with it, or a store was made with it. */
function keep({ path, text }: Secret): boolean {
  if (existsSync(path)) return false;
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = join(dirname(path), `.unfinished-${process.pid}`);
  writeFileSync(unfinished, `${text}\n`, { mode: 0o440 });
  renameSync(unfinished, path);
  return true;
}

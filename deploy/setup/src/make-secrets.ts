import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Secret, secretsOf } from './secrets.ts';

const folder = process.env['SECRETS_DIR'] ?? '';
if (folder === '') {
  process.stderr.write('make-secrets: SECRETS_DIR must name the folder for the secrets\n');
  process.exitCode = 1;
} else {
  const made = secretsOf(folder, process.env['NATS_SYNC_INTERVAL']).filter(keep);
  process.stdout.write(made.length === 0 ? 'All secrets are there.\n' : `${made.length} secrets were made.\n`);
}

/** Whole or not at all, and never over one that data is encrypted with or a store was made with. */
function keep({ path, text, replaces }: Secret): boolean {
  if (existsSync(path) && (!replaces || readFileSync(path, 'utf8') === `${text}\n`)) return false;
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = join(dirname(path), `.unfinished-${process.pid}`);
  writeFileSync(unfinished, `${text}\n`, { mode: 0o440 });
  renameSync(unfinished, path);
  return true;
}

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { postgresBinaries, reachablePackage, repairPackage, within } from './postgres-binaries.ts';
import { canReach, postgresOwner } from './postgres-owner.ts';

const base = mkdtempSync(join(tmpdir(), 'linescope-binaries-'));
chmodSync(base, 0o755);
afterAll(() => rmSync(base, { recursive: true }));
const folder = join(base, 'closed');
mkdirSync(folder, { mode: 0o700 });

test('a package whose install script was not allowed to run is made whole', () => {
  const installed = dirname(dirname(dirname(postgresBinaries(undefined, () => {}).postgres)));
  cpSync(installed, folder, { recursive: true, verbatimSymlinks: true });
  const text = readFileSync(join(folder, 'native', 'pg-symlinks.json'), 'utf8');
  const links = z.array(z.object({ target: z.string() })).parse(JSON.parse(text));
  for (const { target } of links) rmSync(join(folder, target));

  repairPackage(folder);
  for (const { target } of links) {
    expect(lstatSync(join(folder, target)).isSymbolicLink()).toBe(true);
    expect(existsSync(join(folder, target))).toBe(true);
  }
  expect(statSync(join(folder, 'native', 'bin', 'postgres')).mode & 0o111).not.toBe(0);
});

test.runIf(process.getuid?.() === 0)('root gives the user that runs Postgres a copy it can run', () => {
  const owner = postgresOwner();
  const copy = reachablePackage(folder, join(base, 'home'), owner, () => {});
  expect(copy).not.toBe(folder);
  rmSync(folder, { recursive: true }); // so that a link back into the original cannot pass
  mkdirSync(folder, { mode: 0o700 });
  const said = execFileSync(within(copy).initdb, ['--version'], { cwd: '/', encoding: 'utf8', ...owner });
  expect(said).toMatch(/PostgreSQL\) 18/);
});

test('a folder that is closed to others can be reached by its owner only', () => {
  const { uid, gid } = statSync(folder); // made with mode 0700
  expect(canReach(join(folder, 'data'), { uid, gid })).toBe(true);
  expect(canReach(join(folder, 'data'), { uid: uid + 4321, gid: gid + 4321 })).toBe(false);
});

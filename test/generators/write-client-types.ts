import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { schemasAlone, schemasMark } from './client-schemas.ts';

/**
 * Writes the types of the client's answers from the running stack's document. The generator comes from npm into a folder of its
 * own: it needs an older compiler than the rest of the code.
 */
const run = promisify(execFile);
const TYPES = new URL('../../packages/client/src/generated/schemas.ts', import.meta.url);
const PACKAGES = { 'openapi-typescript': '7.13.0', typescript: '5.9.3' };

export async function writeClientTypes(baseUrl: string): Promise<void> {
  const document: unknown = await (await fetch(new URL('/openapi.json', baseUrl))).json();
  const folder = await mkdtemp(join(tmpdir(), 'linescope-client-types-'));
  try {
    await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: PACKAGES }));
    await writeFile(join(folder, 'schemas.json'), JSON.stringify(schemasAlone(document)));
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
    const roots = ['--root-types', '--root-types-no-schema-prefix'];
    await run('npx', ['openapi-typescript', 'schemas.json', ...roots, '-o', 'schemas.ts'], { cwd: folder });
    const types = await readFile(join(folder, 'schemas.ts'), 'utf8');
    await writeFile(TYPES, `${schemasMark(document)}\n${types}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

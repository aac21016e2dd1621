import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sbomSchema = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(z.looseObject({ purl: z.string(), licenses: z.unknown().optional() })),
});

test('the image says what it is made of: every package that lies in it, nested and scoped ones too, the same each time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'linescope-sbom-'));
  const add = async (path: string, manifest: object) => {
    await mkdir(join(folder, path), { recursive: true });
    await writeFile(join(folder, path, 'package.json'), JSON.stringify(manifest));
  };
  await add('node_modules/zod', { name: 'zod', version: '4.6.7', license: 'MIT' });
  await add('node_modules/zod/v4', { type: 'module' });
  await add('node_modules/@grpc/grpc-js', { name: '@grpc/grpc-js', version: '1.14.7' });
  await add('services/identity/node_modules/zod', { name: 'zod', version: '3.0.0' });
  await add('node_modules/@linescope/contract', { name: '@linescope/contract', version: '0.1.0' });
  const write = async (name: string) => {
    const file = join(folder, name);
    execFileSync(process.execPath, [join(root, 'deploy/images/write-sbom.mjs'), folder, file], { stdio: 'pipe' });
    return readFile(file, 'utf8');
  };
  const text = await write('one.json');
  expect(await write('two.json')).toBe(text);
  await rm(folder, { recursive: true });
  expect(sbomSchema.parse(JSON.parse(text)).components.map(({ purl }) => purl)).toEqual([
    'pkg:npm/%40grpc/grpc-js@1.14.7',
    'pkg:npm/zod@3.0.0',
    'pkg:npm/zod@4.6.7',
  ]);
  const dockerfile = await readFile(join(root, 'Dockerfile'), 'utf8');
  expect(dockerfile).toContain('write-sbom.mjs /root-of-image/app /root-of-image/app/sbom.cdx.json');
});

// Builds the console into dist/, with a .br and a .gz beside every text file; the gateway serves what it finds there.
// A stamp of the sources makes a second build a no-op.
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const FOLDER = dirname(fileURLToPath(import.meta.url));
const DIST = join(FOLDER, 'dist');
const STAMP = join(DIST, '.built-from');

/** A digest of everything the build reads. */
function digestOfSources() {
  const digest = createHash('sha256');
  const sources = [
    'console/{src,public}/**',
    'console/*.*',
    'packages/client/src/**',
    'packages/contract/src/vendor-tokens.ts',
    'package-lock.json',
  ];
  for (const file of globSync(sources, { cwd: join(FOLDER, '..'), withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort())
    digest.update(file.slice(FOLDER.length)).update(readFileSync(file));
  return digest.digest('hex');
}

function compressBeside() {
  const text = globSync('**/*.{html,js,css,svg}', { cwd: DIST });
  for (const name of text) {
    const content = readFileSync(join(DIST, name));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(join(DIST, `${name}.br`), brotliCompressSync(content, { params }));
    writeFileSync(join(DIST, `${name}.gz`), gzipSync(content, { level: 9 }));
  }
}

const wanted = digestOfSources();
if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== wanted) {
  const { build } = await import('vite');
  const began = Date.now();
  await build({ configFile: join(FOLDER, 'vite.config.ts'), logLevel: 'warn' });
  compressBeside();
  writeFileSync(STAMP, wanted);
  process.stdout.write(`The console is built (${((Date.now() - began) / 1000).toFixed(1)} s)\n`);
}

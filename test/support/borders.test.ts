import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
let folder: string;

/** A tree with the repository's lint rules, in which each test plants one file that breaks a border. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'linescope-borders-'));
  cpSync(join(ROOT, 'biome.json'), join(folder, 'biome.json'));
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function lint(files: Record<string, string>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  try {
    const args = ['lint', '--error-on-warnings', '--reporter=github', ...Object.keys(files)];
    return execFileSync(join(ROOT, 'node_modules/.bin/biome'), args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    return String(Object(error).stdout);
  } finally {
    for (const path of Object.keys(files)) rmSync(join(folder, path));
  }
}

const taking = (module: string) => `import { thing } from '${module}';\nexport const use = () => thing;\n`;
const IMPORTS = { 'services/imports/package.json': '{ "name": "x", "dependencies": { "@linescope/identity": "*" } }' };

test('a circle of imports fails, also one of types alone', () => {
  const first = `import type { B } from './b.ts';\nexport interface A { b: B }\n`;
  const second = `import type { A } from './a.ts';\nexport interface B { a: A }\n`;
  expect(lint({ 'packages/facts/src/a.ts': first, 'packages/facts/src/b.ts': second })).toContain('noImportCycles');
});

test.each([
  ['another service', 'services/imports/src/actions/x.ts', '@linescope/identity/store/users', 'never imports it'],
  ['a service from a package', 'packages/facts/src/x.ts', '@linescope/analytics/service', 'never imports it'],
  [
    "a package's inside",
    'services/imports/src/actions/x.ts',
    '../../../../packages/facts/src/columns.ts',
    'by a path into',
  ],
  [
    'the test kit in production code',
    'services/imports/src/actions/x.ts',
    '@linescope/test-kit/eventually',
    'test code',
  ],
  ['vitest in production code', 'packages/chassis/src/http/x.ts', 'vitest', 'test code'],
  [
    'deploy from a package',
    'packages/chassis/src/http/x.ts',
    '@linescope/one-machine/settings',
    'how the product is run',
  ],
  ['a route from an action', 'services/imports/src/actions/x.ts', '../routes/list-imports.ts', 'actions/ is called by'],
  ['an event from an action', 'services/imports/src/actions/x.ts', '../events/on-x.ts', 'actions/ is called by'],
  ['an action from the store', 'services/imports/src/store/x.ts', '../actions/queue-import.ts', 'store/ is called by'],
  ['segments from the store', 'services/analytics/src/store/x.ts', '../segments/registry.ts', 'store/ is called by'],
  ['the store from the domain', 'services/imports/src/domain/x.ts', '../store/imports.ts', 'domain/ holds rules'],
  ['a driver from the domain', 'services/imports/src/domain/x.ts', 'pg', 'no transport and no driver'],
  ['a route from the domain', 'services/imports/src/domain/x.ts', '../routes/list-imports.ts', 'domain/ holds rules'],
])('an import of %s fails', (_what, file, module, message) => {
  expect(lint({ ...IMPORTS, [file]: taking(module) })).toContain(message);
});

test('a package that is not declared fails', () => {
  expect(lint({ ...IMPORTS, 'services/imports/src/actions/x.ts': taking('left-pad') })).toContain(
    'noUndeclaredDependencies',
  );
});

test('what the borders allow passes', () => {
  const files = {
    ...IMPORTS,
    'services/imports/src/domain/y.ts': 'export const thing = 1;\n',
    'services/imports/src/actions/x.ts': taking('../domain/y.ts'),
    'services/imports/src/actions/x.test.ts': taking('@linescope/test-kit/eventually'),
  };
  expect(lint(files)).not.toMatch(/noRestrictedImports|noImportCycles|noUndeclaredDependencies/);
});

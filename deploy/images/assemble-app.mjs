// assemble-app <source> <installed> <target> <workspace>...
// Copies what the named workspaces run, and nothing else: their sources, those of the workspaces they depend on, and the installed
// packages that these reach. npm itself cannot leave out what only tests need where a workspace is what they need it for.
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [source, installed, target, ...wanted] = process.argv.slice(2);
const { packages } = JSON.parse(readFileSync(join(installed, 'node_modules/.package-lock.json'), 'utf8'));

/** Where Node finds `name` from a package: in its own node_modules, or in those above it. */
function find(name, from) {
  for (let folder = from; ; folder = folder === '.' ? '' : dirname(folder)) {
    if (folder === '' || folder === '.') return packages[`node_modules/${name}`] ? `node_modules/${name}` : undefined;
    const path = `${folder}/node_modules/${name}`;
    if (packages[path] !== undefined) return path;
  }
}

const reached = new Set(wanted);
for (const path of reached) {
  const { link, resolved, dependencies, optionalDependencies, peerDependencies } = packages[path];
  if (link) reached.add(resolved);
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
    const found = find(name, path);
    if (found !== undefined) reached.add(found);
  }
}

for (const path of [...reached].sort()) {
  const isOurs = !path.includes('node_modules/');
  mkdirSync(dirname(join(target, path)), { recursive: true });
  cpSync(join(isOurs ? source : installed, path), join(target, path), {
    recursive: true,
    verbatimSymlinks: true,
    // A package's own node_modules comes package by package.
    filter: (file) => !file.slice(join(installed, path).length).includes('/node_modules'),
  });
}
cpSync(join(source, 'package.json'), join(target, 'package.json'));
process.stdout.write(`${reached.size} packages\n`);

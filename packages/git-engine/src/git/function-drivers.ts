import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SourceReading } from '../source-reading.ts';

export type FunctionDrivers = { readonly settings: readonly string[]; remove(): Promise<void> };

/** Configures how git finds the function a hunk stands in, for every language we know; its counts stay as they are. */
export async function writeDrivers(source: SourceReading, folder = tmpdir()): Promise<FunctionDrivers> {
  const home = await mkdtemp(join(folder, 'linescope-attributes-'));
  const file = join(home, 'attributes');
  await writeFile(file, source.gitAttributes());
  return {
    settings: [
      `core.attributesFile=${file}`,
      ...source.gitConfiguration().map(([key, value]) => `${key}=${withTabs(value)}`),
    ],
    remove: () => rm(home, { recursive: true, force: true }),
  };
}

/** POSIX patterns know no escapes: within brackets a backslash and a t would be just these two. */
function withTabs(pattern: string): string {
  return pattern.replaceAll('\\t', '\t');
}

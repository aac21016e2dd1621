import type { FileChangeFact, LineChangeFact } from '../facts.ts';

export type LineLinks = Pick<FileChangeFact, 'links' | 'linkPaths' | 'linkShas'>;

type FileLinks = { links: number[]; sources: Map<string, number>; paths: string[]; shas: string[] };

/** Where the changed lines of each file came from, in stretches: what line history follows without reading the lines. */
export function linksByPath(lines: readonly LineChangeFact[]): Map<string, LineLinks> {
  const files = new Map<string, FileLinks>();
  // Neighbouring lines mostly come from the same place.
  let path = '';
  let file: FileLinks | null = null;
  let sourceSha = '';
  let sourcePath = '';
  let source = -1;
  for (const line of lines) {
    const isCopy = line.operation === 'copy';
    const before = isCopy ? line.originLine : line.lineBefore;
    const fromPath = isCopy ? line.originPath : line.pathBefore;
    const fromSha = isCopy ? line.originSha : '';
    if (before === null || fromPath === null || fromSha === null || line.lineAfter === null) continue;
    if (file === null || line.path !== path) {
      path = line.path;
      file = files.get(path) ?? { links: [], sources: new Map(), paths: [], shas: [] };
      files.set(path, file);
      source = -1;
    }
    if (source < 0 || fromPath !== sourcePath || fromSha !== sourceSha) {
      sourceSha = fromSha;
      sourcePath = fromPath;
      source = sourceIn(file, fromSha, fromPath);
    }
    noteLink(file.links, line.lineAfter, source, before);
  }
  return new Map(
    [...files].map(([path, { links, paths, shas }]) => [path, { links, linkPaths: paths, linkShas: shas }]),
  );
}

function sourceIn({ sources, paths, shas }: FileLinks, sha: string, path: string): number {
  const key = `${sha}:${path}`;
  const known = sources.get(key);
  if (known !== undefined) return known;
  sources.set(key, paths.length);
  paths.push(path);
  shas.push(sha);
  return paths.length - 1;
}

function noteLink(links: number[], after: number, source: number, before: number): void {
  const last = links.length - 4;
  const count = links[last + 3] ?? 0;
  const follows =
    last >= 0 && links[last] === after - count && links[last + 1] === source && links[last + 2] === before - count;
  if (follows) links[last + 3] = count + 1;
  else links.push(after, source, before, 1);
}

import type { FileChangeFact, LineChangeFact } from '../facts.ts';

export type LineLinks = Pick<FileChangeFact, 'links' | 'linkPaths' | 'linkShas'>;

type FileLinks = { links: number[]; sources: Map<string, number>; paths: string[]; shas: string[] };

/** Where the changed lines of each file came from, in stretches: what line history follows without reading the lines. */
export function linksByPath(lines: readonly LineChangeFact[]): Map<string, LineLinks> {
  const files = new Map<string, FileLinks>();
  for (const line of lines) {
    const from = sourceOf(line);
    if (from === null || line.lineAfter === null) continue;
    const file: FileLinks = files.get(line.path) ?? { links: [], sources: new Map(), paths: [], shas: [] };
    files.set(line.path, file);
    const key = `${from.sha}:${from.path}`;
    const source = file.sources.get(key) ?? file.paths.length;
    if (source === file.paths.length) {
      file.sources.set(key, source);
      file.paths.push(from.path);
      file.shas.push(from.sha);
    }
    noteLink(file.links, line.lineAfter, source, from.line);
  }
  return new Map(
    [...files].map(([path, { links, paths, shas }]) => [path, { links, linkPaths: paths, linkShas: shas }]),
  );
}

function sourceOf(line: LineChangeFact): { sha: string; path: string; line: number } | null {
  if (line.operation === 'copy') {
    const { originSha, originPath, originLine } = line;
    if (originSha === null || originPath === null || originLine === null) return null;
    return { sha: originSha, path: originPath, line: originLine };
  }
  return line.lineBefore === null ? null : { sha: '', path: line.pathBefore, line: line.lineBefore };
}

function noteLink(links: number[], after: number, source: number, before: number): void {
  const last = links.length - 4;
  const count = links[last + 3] ?? 0;
  const follows =
    last >= 0 && links[last] === after - count && links[last + 1] === source && links[last + 2] === before - count;
  if (follows) links[last + 3] = count + 1;
  else links.push(after, source, before, 1);
}

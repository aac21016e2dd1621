import type { CommitFacts } from './commit-facts.ts';
import type { CommitKey } from './commit-name.ts';

const SHA_LENGTH = 40;

/**
 * Facts of very many commits, each a line of text in the order of shas: a tenth of what objects would take. A line has the sha, the repo,
 * the Diff Delta (empty where the commit is not scored), the shas of its children one after the other, and the pull requests that held
 * it, each with the newest version that did.
 */
export interface PackedFacts {
  lines: Buffer;
  /** Where each line begins, and the last one ends. */
  starts: Uint32Array;
}

export function packFacts(lines: string[]): PackedFacts {
  const sorted = lines.toSorted();
  const starts = new Uint32Array(sorted.length + 1);
  let end = 0;
  for (const [index, line] of sorted.entries()) {
    end += line.length;
    starts[index + 1] = end;
  }
  return { lines: Buffer.from(sorted.join(''), 'latin1'), starts };
}

export function findFacts(packed: PackedFacts, { repo_id: repoId, sha }: CommitKey): CommitFacts | null {
  for (let index = firstOf(packed, sha); textAt(packed, index, SHA_LENGTH) === sha; index += 1) {
    const [, repo, delta = '', children = '', pulls = ''] = textAt(packed, index).split(' ');
    if (Number(repo) === repoId) {
      return {
        repo_id: repoId,
        sha,
        is_scored: delta !== '',
        authored_s: 0,
        delta: Number(delta),
        children: children.match(/.{40}/g) ?? [],
        pulls: pulls === '' ? [] : pulls.split(',').map(readPull),
      };
    }
  }
  return null;
}

function readPull(text: string): [number, number] {
  const [number, version] = text.split(':');
  return [Number(number), Number(version)];
}

function textAt({ lines, starts }: PackedFacts, index: number, length?: number): string {
  const start = starts[index] ?? lines.length;
  return lines.toString('latin1', start, length === undefined ? starts[index + 1] : start + length);
}

/** The first line whose sha is this or comes behind it. */
function firstOf(packed: PackedFacts, sha: string): number {
  let [from, until] = [0, packed.starts.length - 1];
  while (from < until) {
    const middle = (from + until) >> 1;
    if (textAt(packed, middle, SHA_LENGTH) < sha) from = middle + 1;
    else until = middle;
  }
  return from;
}

import { ByteReader } from '../git/byte-reader.ts';
import { clampTime } from '../git/commit-header.ts';
import { startGit } from '../git/run-git.ts';
import { type FileState, fileAt, type Lane, withFiles } from './lane.ts';
import { OLDER } from './line-origins.ts';
import { RunWriter } from './runs.ts';
import type { WalkState } from './walk-state.ts';

/**
 * A branch that forked below what the snapshot holds starts from a tree that the walk does not know. `git blame` is asked
 * for the files that the branch touches, and only for those.
 */
export type BlameDesk = {
  readonly gitDir: string;
  readonly readFrom: number;
  readonly signal?: AbortSignal | undefined;
};

export async function withBlamed(
  lane: Lane,
  paths: Iterable<number>,
  state: WalkState,
  desk: BlameDesk,
): Promise<Lane> {
  if (lane.base === null) return lane;
  const loaded = new Map<number, FileState>();
  for (const path of new Set(paths)) {
    if (fileAt(lane, path) !== undefined) continue;
    const file = await blameFile(lane.base, path, state, desk);
    if (file !== null) loaded.set(path, file);
  }
  return withFiles(lane, loaded);
}

type BlamePiece = { sha: string; from: number; to: number; count: number; path: string };
type BlamedCommit = { authoredAt: number; committedAt: number };

async function blameFile(at: string, path: number, state: WalkState, desk: BlameDesk): Promise<FileState | null> {
  const bytes = Buffer.from(state.paths.bytesOf(path), 'latin1');
  if (bytes.includes(0)) return null;
  const args = ['blame', '--incremental', '--no-textconv', at, '--', state.paths.textOf(path)];
  const git = startGit({ gitDir: desk.gitDir, args, signal: desk.signal });
  const { pieces, commits } = await readBlame(new ByteReader(git.output));
  const known = await git.done.then(
    () => true,
    () => false, // the file does not exist there, or its path can't be an argument
  );
  if (!known) return null;
  const writer = new RunWriter();
  for (const piece of pieces.sort((a, b) => a.to - b.to))
    writer.push(piece.count, numberOf(piece, commits, state, desk));
  return { runs: writer.runs, blob: '' };
}

function numberOf(piece: BlamePiece, commits: Map<string, BlamedCommit>, state: WalkState, desk: BlameDesk): number {
  const blamed = commits.get(piece.sha);
  if (blamed === undefined || blamed.committedAt < desk.readFrom) return OLDER;
  const { sha } = piece;
  const { authoredAt } = blamed;
  const commit = state.commits.numberOf(sha) ?? state.commits.add({ sha, authoredAt, aiAuthored: false });
  return state.origins.write(commit, state.paths.numberOf(piece.path), piece.from, piece.count);
}

/** `sha from to count`, then lines `key value`; the last of each piece is `filename`. */
async function readBlame(reader: ByteReader): Promise<{ pieces: BlamePiece[]; commits: Map<string, BlamedCommit> }> {
  const pieces: BlamePiece[] = [];
  const commits = new Map<string, BlamedCommit>();
  let piece: BlamePiece = { sha: '', from: 0, to: 0, count: 0, path: '' };
  while (reader.take(10) || (await reader.await(10))) {
    const line = reader.latin1();
    const space = line.indexOf(' ');
    const key = space < 0 ? line : line.slice(0, space);
    const value = line.slice(space + 1);
    if (/^[0-9a-f]{40}$/.test(key)) {
      const [from = 0, to = 0, count = 0] = value.split(' ').map(Number);
      piece = { sha: key, from, to, count, path: '' };
      pieces.push(piece);
      if (!commits.has(key)) commits.set(key, { authoredAt: 0, committedAt: 0 });
    }
    const commit = commits.get(piece.sha);
    if (commit !== undefined && key === 'author-time') commit.authoredAt = clampTime(Number(value));
    if (commit !== undefined && key === 'committer-time') commit.committedAt = clampTime(Number(value));
    if (key === 'filename') piece.path = unquotePath(value);
  }
  return { pieces, commits };
}

/** Git quotes a path with control characters or bytes past ASCII as a C string. */
export function unquotePath(text: string): string {
  if (!text.startsWith('"')) return text;
  return text.slice(1, -1).replace(/\\([0-7]{3}|.)/g, (_, code: string) => {
    if (code.length === 3) return String.fromCharCode(Number.parseInt(code, 8));
    return { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', v: '\v', f: '\f' }[code] ?? code;
  });
}

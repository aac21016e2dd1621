import { decodeText } from './byte-reader.ts';
import { GitError } from './git-error.ts';
import { createObjectReader } from './object-reader.ts';
import { askGit, startGit } from './run-git.ts';

/** A file of the tree just before the window. */
export type WindowFile = {
  readonly path: string;
  /** `000000` where the tree that this one is compared with has the file and this one does not. */
  readonly mode: string;
  readonly binary: boolean;
  readonly lineCount: number;
  /** Null for a binary file, and for one that is too large to keep. */
  readonly text: string | null;
};

export type WindowFilesRequest = {
  readonly gitDir: string;
  readonly sha: string;
  /** Only what differs from this commit's tree is wanted; null: every file. */
  readonly base: string | null;
  /** Bytes of the largest text that is kept. */
  readonly textLimit: number;
  readonly signal?: AbortSignal | undefined;
};

const ABSENT = '000000';
const SUBMODULE = '160000';
/** As git decides it: by a zero byte near the start. */
const BINARY_WITHIN = 8000;

type Entry = { readonly path: string; readonly mode: string; readonly blob: string };

/** The files of a commit's tree with their texts, or those that differ from another's. */
export async function* readWindowFiles(request: WindowFilesRequest): AsyncGenerator<WindowFile> {
  const { gitDir, textLimit, signal } = request;
  const entries = await listEntries(request);
  const hasBlob = ({ mode }: Entry) => mode !== ABSENT && mode !== SUBMODULE;
  const blobs = entries.filter(hasBlob).map((entry) => entry.blob);
  const git = startGit({ gitDir, args: ['cat-file', '--batch'], input: blobs, signal });
  const nextObject = createObjectReader(git.output, textLimit);
  for (const entry of entries) {
    const { path, mode } = entry;
    if (hasBlob(entry)) yield { path, mode, ...describe(await nextObject()) };
    else yield { path, mode, binary: false, lineCount: 0, text: null };
  }
  await git.done;
}

async function listEntries({ gitDir, sha, base, signal }: WindowFilesRequest): Promise<Entry[]> {
  const args =
    base === null
      ? ['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', sha]
      : ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', '--end-of-options', base, sha];
  const parts = splitAtZero(await askGit({ gitDir, args, signal }));
  if (base === null) return parts.map(readTreeEntry);
  const entries: Entry[] = [];
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const [, mode, , blob] = (parts[index] ?? Buffer.alloc(0)).toString('latin1').split(' ');
    const path = parts[index + 1] ?? Buffer.alloc(0);
    if (!mode || !blob) throw new GitError('unexpected_output', 'a raw line with missing fields');
    entries.push({ path: decodeText(path, 0, path.length), mode, blob });
  }
  return entries;
}

/** `mode type blob TAB path` */
function readTreeEntry(line: Buffer): Entry {
  const tab = line.indexOf(9);
  const [mode, , blob] = line.toString('latin1', 0, tab).split(' ');
  if (tab < 0 || !mode || !blob) throw new GitError('unexpected_output', 'a tree entry with missing fields');
  return { path: decodeText(line, tab + 1, line.length), mode, blob };
}

function splitAtZero(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  let from = 0;
  for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0, from)) {
    parts.push(bytes.subarray(from, end));
    from = end + 1;
  }
  return parts;
}

function describe({ start, lineCount, isWhole }: { start: Buffer; lineCount: number; isWhole: boolean }) {
  const binary = start.subarray(0, BINARY_WITHIN).includes(0);
  if (binary) return { binary, lineCount: 0, text: null };
  return { binary, lineCount, text: isWhole ? decodeText(start, 0, start.length) : null };
}

import { ByteReader } from './byte-reader.ts';
import type { LineSpan } from './diff-records.ts';
import { parseHunkHeader } from './patch-stream.ts';
import { askGit, startGit } from './run-git.ts';

/** Binary files past this size are not worth following line by line. */
const LARGEST = 1024 * 1024;
const AT = '@'.charCodeAt(0);

export async function areSmall(gitDir: string, blobs: readonly string[]): Promise<boolean> {
  const sizes = await askGit({ gitDir, args: ['cat-file', '--batch-check=%(objectsize)'], input: blobs });
  const lines = sizes.toString().trim().split('\n');
  return lines.every((size) => Number(size) <= LARGEST);
}

/** The hunks between two blobs as `git blame` sees them: without context, and whatever git thinks of their contents. */
export async function compareAsBlame(gitDir: string, before: string, after: string): Promise<LineSpan[]> {
  const args = ['diff', '--text', '-U0', '--no-ext-diff', '--no-textconv', '--end-of-options', before, after];
  const git = startGit({ gitDir, args });
  const reader = new ByteReader(git.output);
  const hunks: LineSpan[] = [];
  let left = 0;
  while (reader.take(10) || (await reader.await(10))) {
    const first = reader.bytes[reader.start];
    if (left > 0) {
      if (first !== 92 /* \ */) left--;
    } else if (first === AT) {
      const hunk = parseHunkHeader(reader.text());
      left = hunk.oldCount + hunk.newCount;
      hunks.push(hunk);
    }
  }
  await git.done;
  return hunks;
}

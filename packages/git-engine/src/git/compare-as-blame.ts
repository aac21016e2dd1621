import { ByteReader } from './byte-reader.ts';
import type { FileDiff, LineSpan } from './diff-records.ts';
import { parseHunkHeader } from './patch-stream.ts';
import { askGit, startGit } from './run-git.ts';

/** Binary files past this size are not worth following line by line. */
const LARGEST = 1024 * 1024;
const AT = '@'.charCodeAt(0);

async function areSmall(gitDir: string, blobs: readonly string[]): Promise<boolean> {
  const sizes = await askGit({ gitDir, args: ['cat-file', '--batch-check=%(objectsize)'], input: blobs });
  const lines = sizes.toString().trim().split('\n');
  return lines.every((size) => Number(size) <= LARGEST);
}

/** `git blame` looks at no context, and sees other hunks in a rewrite of thousands of lines that are much alike, as catalogues of translations are. */
const MANY_HUNKS = 512;

/** Files that are compared again, those of many hunks as soon as they are parsed: git compares while commits before them are walked. */
export class BlameComparisons {
  readonly #gitDir: string;
  readonly #begun = new WeakMap<FileDiff, Promise<LineSpan[]>>();
  /** One at a time, however many files a commit rewrites. */
  #last: Promise<unknown> = Promise.resolve();
  #stopped = false;

  constructor(gitDir: string) {
    this.#gitDir = gitDir;
  }

  /** Whether it may have to be compared again. */
  isCompared({ status, binary, hunks }: FileDiff): boolean {
    return status !== 'A' && status !== 'D' && (binary || hunks.length >= MANY_HUNKS);
  }

  begin(files: readonly FileDiff[]): void {
    for (const file of files) {
      if (file.binary || !this.isCompared(file)) continue;
      const hunks = this.#last.then(() =>
        this.#stopped ? [] : compareAsBlame(this.#gitDir, file.blobBefore, file.blobAfter),
      );
      this.#last = hunks.catch(() => {}); // whoever asks for it gets its failure
      this.#begun.set(file, hunks);
    }
  }

  /** Nobody asks any more. */
  stop(): void {
    this.#stopped = true;
  }

  /** Of a file that may have to be compared. Null where it is too large, and its lines are followed by the hunks of the patch. */
  async hunksOf(file: FileDiff): Promise<LineSpan[] | null> {
    const begun = this.#begun.get(file);
    if (begun !== undefined) return begun;
    const blobs = [file.blobBefore, file.blobAfter] as const;
    return (await areSmall(this.#gitDir, blobs)) ? compareAsBlame(this.#gitDir, ...blobs) : null;
  }
}

/** The hunks between two blobs as `git blame` sees them: without context, and whatever git thinks of their contents. */
async function compareAsBlame(gitDir: string, before: string, after: string): Promise<LineSpan[]> {
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

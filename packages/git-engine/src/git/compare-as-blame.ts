import { AskedGit } from './asked-git.ts';
import { ByteReader } from './byte-reader.ts';
import { PATCHES_WITHOUT_CONTEXT } from './diff-arguments.ts';
import type { CommitDiff, FileDiff, LineSpan } from './diff-records.ts';
import { GitError } from './git-error.ts';
import type { ReadingLimits } from './limits.ts';
import { parseHunkHeader, readCommitDiff } from './patch-stream.ts';
import { askGit, type GitRun, startGit } from './run-git.ts';

/** `git blame` looks at no context, and sees other hunks in a rewrite of thousands of lines that are much alike, as catalogues of translations are. */
const MANY_HUNKS = 512;

/** Files that are compared again, those of many hunks as soon as they are parsed: git compares while commits before them are walked. */
export class BlameComparisons {
  readonly #git: Pick<GitRun, 'gitDir' | 'signal'>;
  readonly #begun = new WeakMap<FileDiff, Promise<LineSpan[]>>();
  #patches: PatchesOnDemand | null = null;

  constructor(git: Pick<GitRun, 'gitDir' | 'signal'>) {
    this.#git = git;
  }

  /** Whether it may have to be compared again. */
  isCompared({ status, binary, hunks }: FileDiff): boolean {
    return status !== 'A' && status !== 'D' && (binary || hunks.length >= MANY_HUNKS);
  }

  begin({ header, files }: CommitDiff): void {
    const compared = files.filter((file) => !file.binary && this.isCompared(file));
    if (compared.length === 0) return;
    this.#patches ??= new PatchesOnDemand(this.#git);
    const patches = this.#patches.of(header.sha);
    for (const file of compared) {
      const hunks = patches.then((all) => hunksOf(all, file));
      hunks.catch(() => {}); // whoever asks for it gets its failure
      this.#begun.set(file, hunks);
    }
  }

  /** Nobody asks any more. */
  stop(): void {
    this.#patches?.stop();
  }

  /** Of a file that may have to be compared. Null where it is too large, and its lines are followed by the hunks of the patch. */
  async hunksOf(file: FileDiff): Promise<LineSpan[] | null> {
    const begun = this.#begun.get(file);
    if (begun !== undefined) return begun;
    const blobs = [file.blobBefore, file.blobAfter] as const;
    return (await areSmall(this.#git.gitDir, blobs)) ? compareBinary(this.#git.gitDir, ...blobs) : null;
  }
}

function hunksOf(files: readonly FileDiff[], wanted: FileDiff): LineSpan[] {
  const file = files.find(({ pathAfter }) => pathAfter === wanted.pathAfter);
  if (file?.blobBefore !== wanted.blobBefore || file.blobAfter !== wanted.blobAfter)
    throw new GitError('unexpected_output', 'a file that is compared again is another one');
  return file.hunks;
}

const NO_TEXT: ReadingLimits = { lineBytes: 0, fileLines: -1, commitLines: -1, commitText: 0 };

/** Few commits are asked for, one here and one there: what git remembers of one helps little with the next. */
const LITTLE_MEMORY = 'core.deltaBaseCacheLimit=16m';

/** One git for all of them: for a large process it costs much to start another. */
class PatchesOnDemand {
  readonly #git: AskedGit;
  #last: Promise<unknown> = Promise.resolve();

  constructor({ gitDir, signal }: Pick<GitRun, 'gitDir' | 'signal'>) {
    this.#git = new AskedGit({
      gitDir,
      args: PATCHES_WITHOUT_CONTEXT,
      settings: [LITTLE_MEMORY],
      signal,
    });
  }

  of(sha: string): Promise<FileDiff[]> {
    this.#git.ask(sha);
    const answer = this.#last.then(() => this.#read(sha));
    this.#last = answer.catch(() => {});
    return answer;
  }

  stop(): void {
    this.#git.process.stop();
    this.#git.end();
  }

  async #read(sha: string): Promise<FileDiff[]> {
    const diff = await this.#git.answer((reader) => readCommitDiff(reader, NO_TEXT));
    if (diff?.header.sha !== sha)
      throw new GitError('unexpected_output', `commit ${sha} did not come when it was asked for`);
    return diff.files;
  }
}

/** Binary files past this size are not worth following line by line. */
const LARGEST = 1024 * 1024;
const AT = '@'.charCodeAt(0);

async function areSmall(gitDir: string, blobs: readonly string[]): Promise<boolean> {
  const sizes = await askGit({ gitDir, args: ['cat-file', '--batch-check=%(objectsize)'], input: blobs });
  const lines = sizes.toString().trim().split('\n');
  return lines.every((size) => Number(size) <= LARGEST);
}

/** The hunks between two blobs as `git blame` sees them: without context, and although git does not think that they are texts. */
async function compareBinary(gitDir: string, before: string, after: string): Promise<LineSpan[]> {
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

import { GitError } from './git-error.ts';

export type GitObject = {
  /** Its first bytes, all of them where `isWhole`. */
  readonly start: Buffer;
  readonly isWhole: boolean;
  /** Lines, a last one without an end included. */
  readonly lineCount: number;
};

const LINE_END = 10;

/** Reads what `git cat-file --batch` writes (`name type size LF content LF`), keeping at most `limit` bytes of an object. */
export function createObjectReader(output: AsyncIterator<Buffer>, limit: number): () => Promise<GitObject> {
  let bytes: Buffer = Buffer.alloc(0);
  const more = async (): Promise<Buffer> => {
    const next = await output.next();
    if (next.done) throw new GitError('unexpected_output', 'git stopped in the middle of an object');
    return next.value;
  };
  const readHead = async (): Promise<string> => {
    while (!bytes.includes(LINE_END)) bytes = Buffer.concat([bytes, await more()]);
    const end = bytes.indexOf(LINE_END);
    const head = bytes.toString('latin1', 0, end);
    bytes = bytes.subarray(end + 1);
    return head;
  };
  return async () => {
    const size = Number(/^\S+ blob (\d+)$/.exec(await readHead())?.[1] ?? Number.NaN);
    if (Number.isNaN(size)) throw new GitError('unexpected_output', 'an object that is not a file');
    const kept: Buffer[] = [];
    let left = size;
    let lineCount = 0;
    let last = LINE_END;
    while (left > 0) {
      if (bytes.length === 0) bytes = await more();
      const part = bytes.subarray(0, left);
      bytes = bytes.subarray(part.length);
      for (let at = part.indexOf(LINE_END); at >= 0; at = part.indexOf(LINE_END, at + 1)) lineCount++;
      last = part[part.length - 1] ?? last;
      const room = limit - (size - left);
      if (room > 0) kept.push(part.subarray(0, room));
      left -= part.length;
    }
    if (last !== LINE_END) lineCount++;
    while (bytes.length === 0) bytes = await more();
    bytes = bytes.subarray(1);
    return { start: Buffer.concat(kept), isWhole: size <= limit, lineCount };
  };
}

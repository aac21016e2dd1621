import { isUtf8 } from 'node:buffer';
import { GitError } from './git-error.ts';

/**
 * Reads a stream of bytes token by token. A token ends at a delimiter and is held in `bytes[start, end)` until the next
 * read. `take` answers at once when the token has already arrived; only else is there a promise, so that a million lines
 * cost a million function calls and not a million ticks.
 *
 *   bytes  ┌── read ──┬─ token ─┬▼─ not yet read ──┐
 *                     start   end  (delimiter skipped)
 *
 * A token longer than `limit` keeps its first `limit` bytes; `dropped` says how many were let go.
 */
export class ByteReader {
  bytes: Buffer = Buffer.alloc(0);
  start = 0;
  end = 0;
  dropped = 0;
  #next = 0;
  readonly #source: AsyncIterator<Buffer>;
  readonly #limit: number;

  constructor(source: AsyncIterable<Buffer>, limit = 1024 * 1024) {
    this.#source = source[Symbol.asyncIterator]();
    this.#limit = limit;
  }

  /** The next token, if all of it has arrived. */
  take(delimiter: number): boolean {
    const found = this.bytes.indexOf(delimiter, this.#next);
    if (found < 0) return false;
    this.start = this.#next;
    this.end = found;
    this.dropped = 0;
    this.#next = found + 1;
    return true;
  }

  /** The next token, waiting for it. False when the stream ended before its first byte. */
  async await(delimiter: number): Promise<boolean> {
    let kept = this.bytes.subarray(this.#next);
    let dropped = 0;
    let scanned = 0;
    while (true) {
      const found = kept.indexOf(delimiter, scanned);
      if (found >= 0) {
        this.#hold(kept, found, dropped);
        return true;
      }
      scanned = kept.length;
      const more = await this.#source.next();
      if (more.done) {
        if (kept.length === 0) {
          this.bytes = kept;
          this.#next = 0;
          return false;
        }
        this.#hold(kept, kept.length, dropped);
        return true;
      }
      if (kept.length < this.#limit) {
        kept = kept.length === 0 ? more.value : Buffer.concat([kept, more.value]);
        continue;
      }
      const past = more.value.indexOf(delimiter);
      dropped += past < 0 ? more.value.length : past;
      if (past >= 0) kept = Buffer.concat([kept, more.value.subarray(past)]);
    }
  }

  #hold(bytes: Buffer, end: number, dropped: number): void {
    this.bytes = bytes;
    this.start = 0;
    this.end = end;
    this.dropped = dropped;
    this.#next = Math.min(end + 1, bytes.length);
  }

  /** The next byte, left in place, or -1 if it has not arrived (or there is none: ask `awaitByte`). */
  peek(): number {
    return this.#next < this.bytes.length ? (this.bytes[this.#next] ?? -1) : -1;
  }

  async awaitByte(): Promise<number> {
    while (this.#next >= this.bytes.length) {
      const more = await this.#source.next();
      if (more.done) return -1;
      this.bytes = more.value;
      this.#next = 0;
    }
    return this.peek();
  }

  /** Whether the next bytes are these; nothing is consumed. */
  async startsWith(text: string): Promise<boolean> {
    while (this.bytes.length - this.#next < text.length) {
      const more = await this.#source.next();
      if (more.done) return false;
      this.bytes = Buffer.concat([this.bytes.subarray(this.#next), more.value]);
      this.#next = 0;
    }
    return this.bytes.toString('latin1', this.#next, this.#next + text.length) === text;
  }

  skipByte(): void {
    this.#next++;
  }

  text(): string {
    return decodeText(this.bytes, this.start, this.end);
  }

  latin1(): string {
    return this.bytes.toString('latin1', this.start, this.end);
  }

  async need(delimiter: number): Promise<void> {
    if (!(await this.await(delimiter)))
      throw new GitError('unexpected_output', 'git stopped in the middle of a commit');
  }
}

/** UTF-8 where the bytes are UTF-8, else each byte as the character of its number: no byte is lost. */
export function decodeText(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start, end);
  return text.includes('\uFFFD') && !isUtf8(bytes.subarray(start, end)) ? bytes.toString('latin1', start, end) : text;
}

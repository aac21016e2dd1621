import { PassThrough } from 'node:stream';
import { ByteReader } from './byte-reader.ts';
import { atCommit, COMMIT_MARK } from './commit-header.ts';
import { type GitProcess, type GitRun, startGit } from './run-git.ts';

/** What is no name of a commit comes back as it is, and makes git send what it has: by it the reader knows that there is no more of an answer. */
const ECHOED = String.fromCharCode(COMMIT_MARK);

/** One git that waits for commits to be asked about, and answers in the order of the questions. */
export class AskedGit {
  readonly process: GitProcess;
  readonly #questions = new PassThrough({ objectMode: true });
  readonly #reader: ByteReader;

  constructor(run: Omit<GitRun, 'input'>) {
    const input = this.#questions.on('error', () => {}); // git ended early; whoever waits for its answer is told
    this.process = startGit({ ...run, input });
    this.#reader = new ByteReader(this.process.output);
  }

  ask(sha: string): void {
    this.#questions.write(`${sha}\n${ECHOED}`);
  }

  /** The next answer; null where it does not end as it should. */
  async answer<Answer>(read: (reader: ByteReader) => Promise<Answer | null>): Promise<Answer | null> {
    const answer = await read(this.#reader);
    return (await atCommit(this.#reader)) ? answer : null;
  }

  /** Nothing more is asked: it ends when all is answered. */
  end(): void {
    this.#questions.end();
  }
}

/** Thrown by a handler that cannot work on a message yet: it is redelivered after a while, without counting as a failure. */
export class RetryLater extends Error {
  readonly afterMs: number;

  constructor(afterMs: number, cause?: unknown) {
    super(`retry in ${afterMs} ms`, cause === undefined ? undefined : { cause });
    this.name = 'RetryLater';
    this.afterMs = afterMs;
  }
}

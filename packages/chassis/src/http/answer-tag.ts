import { createHash, type Hash, hash } from 'node:crypto';

export interface AnswerTag {
  add(part: Buffer): void;
  end(): string;
}

/** The entity tag of an answer. Most are one part, which is hashed in one call; those of several as each is written. */
export function createAnswerTag(): AnswerTag {
  let first: Buffer = Buffer.alloc(0);
  let count = 0;
  let all: Hash | undefined;
  return {
    add(part) {
      count += 1;
      if (count === 1) first = part;
      else {
        all ??= createHash('sha1').update(first);
        all.update(part);
      }
    },
    end: () => `W/"${all ? all.digest('base64url') : hash('sha1', first, 'base64url')}"`,
  };
}

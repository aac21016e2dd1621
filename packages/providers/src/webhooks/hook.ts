import type { Fact, PushFact } from '../facts.ts';
import type { StoredPayload } from '../payload.ts';
import type { CodeHostName } from '../provider-names.ts';

/** How one host's messages are read. Pure, so that a stored message gives its facts again. */
export type HookDeriver = {
  /** The kind of message, from its headers or its body. */
  event: (headers: Headers, body: unknown) => string | null;
  /** The host's own id of the delivery, for the log. */
  delivery: (headers: Headers, body: unknown) => string | null;
  /** Where a message belongs that is about no one repo: a path that ends in a slash, for all below it. */
  scope?: (body: unknown, context: StoredPayload['context']) => string | null;
  /** Null for a kind that says nothing to us. */
  derive: (event: string, body: unknown, context: StoredPayload['context'], host: CodeHostName) => Fact[] | null;
};

const shaOf = (sha: string | null | undefined): string | null => (sha && !/^0+$/.test(sha) ? sha : null);

/** A branch that begins or ends is written with zeros in place of a commit. */
export function pushFact(
  host: CodeHostName,
  repoPath: string,
  ref: string,
  before: string | null | undefined,
  after: string | null | undefined,
): PushFact {
  return { fact: 'push', host, repoPath, ref, beforeSha: shaOf(before), afterSha: shaOf(after) };
}

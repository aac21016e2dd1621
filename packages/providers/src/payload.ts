import type { Fact } from './facts.ts';
import type { CodeHostName, TrackerName } from './provider-names.ts';

/** An answer as the host gave it, with what is needed to read it again without asking. Plain JSON. */
export type StoredPayload = {
  host: CodeHostName | TrackerName;
  /** Which answer this is: the name of its deriver. */
  kind: string;
  /** The repository's path, or the tracker's scope. */
  scope: string;
  /** What the URL or an earlier answer gave and the body does not. */
  context: Record<string, string>;
  body: unknown;
};

/** A page of payload with the facts that it yields. */
export type FactPage = { payload: StoredPayload; facts: Fact[] };

/** Pure: payload in, facts out. The same payload always gives the same facts. */
export type Deriver = (payload: StoredPayload) => Fact[];

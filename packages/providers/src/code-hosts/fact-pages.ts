import type { Deriver, FactPage, StoredPayload } from '../payload.ts';

/** Makes pages of one host: a payload with the facts that its own deriver finds in it. */
export function factPages(host: StoredPayload['host'], derivers: Record<string, Deriver>) {
  return (kind: string, scope: string, body: unknown, context: Record<string, string> = {}): FactPage => {
    const derive = derivers[kind];
    if (derive === undefined) throw new Error(`no deriver for ${host} ${kind}`);
    const payload: StoredPayload = { host, kind, scope, context, body };
    return { payload, facts: derive(payload) };
  };
}

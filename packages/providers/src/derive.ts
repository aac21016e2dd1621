import { devopsSuiteDerivers } from './code-hosts/devops-suite/derive.ts';
import { hostBDerivers } from './code-hosts/host-b/derive.ts';
import { hostBServerDerivers } from './code-hosts/host-b-server/derive.ts';
import { hostCDerivers } from './code-hosts/host-c/derive.ts';
import { hostDDerivers } from './code-hosts/host-d/derive.ts';
import type { Fact } from './facts.ts';
import type { Deriver, StoredPayload } from './payload.ts';
import { trackerADerivers } from './trackers/tracker-a/derive.ts';
import { deriveHook } from './webhooks/read-hook.ts';

const derivers: Record<StoredPayload['host'], Record<string, Deriver>> = {
  hostB: hostBDerivers,
  hostB_server: hostBServerDerivers,
  hostC: hostCDerivers,
  hostD: hostDDerivers,
  devops_suite: devopsSuiteDerivers,
  devops_suite_on_prem: devopsSuiteDerivers,
  tracker_a: trackerADerivers,
};

/** The facts of any stored payload, without asking anyone. Pure. */
export function derive(payload: StoredPayload): Fact[] {
  if (payload.kind === 'hook') return deriveHook(payload);
  const known = derivers[payload.host];
  const deriver = Object.hasOwn(known, payload.kind) ? known[payload.kind] : undefined;
  if (deriver === undefined) throw new Error(`no deriver for ${payload.host} ${payload.kind}`);
  return deriver(payload);
}

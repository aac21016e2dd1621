/** How far the services are with removing an entity or a repo. */
export interface RemovalState {
  round: number;
  /** The services that have removed their rows in this round. */
  acknowledged: Record<string, true>;
  removed_counts: Record<string, number>;
  asked_at: Date;
}

/** The state of an entity's offboarding. */
export interface Offboarding extends RemovalState {
  entity_id: number;
  entity_slug: string;
  actor: string;
  requested_at: Date;
}

/** A second sweep takes what was still being written after the first one; nothing new begins in between. */
const LAST_ROUND = 2;

const REPEAT_AFTER_MS = 10 * 60 * 1000;

export type NextStep = 'wait' | 'repeat_request' | 'next_round' | 'finish';

export interface OffboardingRules {
  /** Those that must acknowledge each round. */
  services: string[];
  /** The least time between the rounds. */
  settleMs: number;
}

export function nextStep(offboarding: RemovalState, rules: OffboardingRules, now: number): NextStep {
  const waited = now - offboarding.asked_at.getTime();
  const pending = rules.services.some((service) => !offboarding.acknowledged[service]);
  if (pending) return waited > REPEAT_AFTER_MS ? 'repeat_request' : 'wait';
  if (offboarding.round === LAST_ROUND) return 'finish';
  return waited < rules.settleMs ? 'wait' : 'next_round';
}

/** A late acknowledgement of an earlier round changes nothing. */
export function acknowledge<State extends RemovalState>(
  offboarding: State,
  acknowledgement: { service: string; round: number; removedCounts: Record<string, number> },
): State {
  if (acknowledgement.round !== offboarding.round || offboarding.acknowledged[acknowledgement.service])
    return offboarding;
  return {
    ...addCounts(offboarding, acknowledgement.service, acknowledgement.removedCounts),
    acknowledged: { ...offboarding.acknowledged, [acknowledgement.service]: true },
  };
}

export function addCounts<State extends RemovalState>(
  offboarding: State,
  source: string,
  counts: Record<string, number>,
): State {
  const sum = { ...offboarding.removed_counts };
  for (const [kind, count] of Object.entries(counts)) {
    if (count > 0) sum[`${source}.${kind}`] = (sum[`${source}.${kind}`] ?? 0) + count;
  }
  return { ...offboarding, removed_counts: sum };
}

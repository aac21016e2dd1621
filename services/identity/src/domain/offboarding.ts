/** Where an entity's end stands. */
export interface Offboarding {
  entity_id: number;
  entity_slug: string;
  actor: string;
  round: number;
  /** The services that have removed their rows in this round. */
  acknowledged: Record<string, true>;
  removed_counts: Record<string, number>;
  asked_at: Date;
  requested_at: Date;
}

/** A second sweep takes what was being written while the first one ran; nothing new begins in between. */
const LAST_ROUND = 2;

const ASK_AGAIN_MS = 10 * 60 * 1000;

export type NextStep = 'wait' | 'ask_again' | 'next_round' | 'finish';

export function nextStep(offboarding: Offboarding, services: string[], now: number): NextStep {
  const pending = services.some((service) => !offboarding.acknowledged[service]);
  if (pending) return now - offboarding.asked_at.getTime() > ASK_AGAIN_MS ? 'ask_again' : 'wait';
  return offboarding.round < LAST_ROUND ? 'next_round' : 'finish';
}

/** A late word about an earlier round changes nothing. */
export function acknowledge(
  offboarding: Offboarding,
  word: { service: string; round: number; removedCounts: Record<string, number> },
): Offboarding {
  if (word.round !== offboarding.round || offboarding.acknowledged[word.service]) return offboarding;
  return {
    ...addCounts(offboarding, word.service, word.removedCounts),
    acknowledged: { ...offboarding.acknowledged, [word.service]: true },
  };
}

export function addCounts(offboarding: Offboarding, source: string, counts: Record<string, number>): Offboarding {
  const sum = { ...offboarding.removed_counts };
  for (const [kind, count] of Object.entries(counts)) {
    if (count > 0) sum[`${source}.${kind}`] = (sum[`${source}.${kind}`] ?? 0) + count;
  }
  return { ...offboarding, removed_counts: sum };
}

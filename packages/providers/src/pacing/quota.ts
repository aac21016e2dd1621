/**
 * The budget of one connection, as plain rules over plain data.
 *
 *   remaining/limit 1 ┐▒▒                 The line falls from (1 - burst) to 0 over the window. Above it calls are free,
 *                     │ ╲▒▒▒              so that a short job never waits. At or below it they are spaced so that what is
 *                     │   ╲  ▒▒           left lasts to the reset. At 0 nothing goes out before the reset.
 *                   0 └─────╲──── reset
 *
 * A call is paid for when it is granted, not when it is answered: callers in parallel cannot spend the same unit.
 */
export type QuotaState = {
  /** 0 while the host has not given. */
  limit: number;
  remaining: number;
  resetAt: number;
  windowMs: number;
  nextAt: number;
  blockedUntil: number;
};

export type QuotaReading = { limit: number; remaining: number; resetAt: number };

/** The share of a window that may be spent at once before spacing begins. */
const burstShare = 0.1;
/** Hosts give time in whole seconds: the moment of a reset is taken a little later. */
const resetMarginMs = 2_000;
/** Two readings within this distance speak of the same window; hosts round their resets. */
const sameWindowMs = 5_000;

export const unknownQuota: QuotaState = {
  limit: 0,
  remaining: 0,
  resetAt: 0,
  windowMs: 0,
  nextAt: 0,
  blockedUntil: 0,
};

function currentWindow(state: QuotaState, now: number): QuotaState {
  if (state.limit === 0 || now < state.resetAt + resetMarginMs) return state;
  return { ...state, remaining: state.limit, resetAt: now + state.windowMs, nextAt: 0 };
}

function pacedAt({ limit, remaining, resetAt, nextAt }: QuotaState, now: number, urgent: boolean): number {
  if (limit === 0) return now;
  if (remaining < 1) return resetAt + resetMarginMs;
  return urgent ? now : Math.max(now, nextAt);
}

/** The earliest moment at which this connection may make its next call; what is urgent is paid for, and not spaced. */
export function readyAt(state: QuotaState | null, now: number, urgent = false): number {
  if (state === null) return now;
  const current = currentWindow(state, now);
  return Math.max(pacedAt(current, now, urgent), current.blockedUntil);
}

/** What is left to spend now; a host that gives no limit has all one wants. */
export function left(state: QuotaState | null, now: number): number {
  if (state === null || state.limit === 0) return Number.POSITIVE_INFINITY;
  return currentWindow(state, now).remaining;
}

/** Takes one call out of the budget, or says no when the moment is not yet. */
export function reserve(
  state: QuotaState | null,
  now: number,
  urgent = false,
): { state: QuotaState; granted: boolean } {
  const current = currentWindow(state ?? unknownQuota, now);
  if (readyAt(current, now, urgent) > now) return { state: current, granted: false };
  if (current.limit === 0) return { state: current, granted: true };
  const remaining = current.remaining - 1;
  const timeLeft = Math.max(0, current.resetAt - now);
  const line = (1 - burstShare) * current.limit * Math.min(1, timeLeft / current.windowMs);
  const nextAt = remaining >= line ? now : now + timeLeft / Math.max(1, remaining + 1);
  return { state: { ...current, remaining, nextAt }, granted: true };
}

/** What the host's own answer says about the budget. A host that reports 0 of 0 keeps none. */
export function observe(
  state: QuotaState | null,
  reading: QuotaReading,
  now: number,
  defaultWindowMs: number,
): QuotaState {
  const before = state ?? unknownQuota;
  if (reading.limit <= 0) return { ...before, limit: 0 };
  const sameWindow = before.limit > 0 && Math.abs(before.resetAt - reading.resetAt) <= sameWindowMs;
  const olderWindow = before.limit > 0 && reading.resetAt < before.resetAt - sameWindowMs && before.resetAt > now;
  if (olderWindow && reading.resetAt <= now) return before;
  return {
    ...before,
    limit: reading.limit,
    // Calls of ours still under way are not in the host's figure yet: the smaller is the true one.
    remaining: sameWindow ? Math.min(before.remaining, reading.remaining) : reading.remaining,
    resetAt: reading.resetAt,
    windowMs: Math.max(defaultWindowMs, reading.resetAt - now),
    nextAt: sameWindow ? before.nextAt : 0,
  };
}

/** A call that the host did not count (304) goes back into the budget. */
export function refund(state: QuotaState): QuotaState {
  return { ...state, remaining: Math.min(state.limit, state.remaining + 1) };
}

export function block(state: QuotaState | null, until: number): QuotaState {
  const before = state ?? unknownQuota;
  return { ...before, blockedUntil: Math.max(before.blockedUntil, until) };
}

/** GitHub's primary limit: so many calls of a token in a window that starts with its first call. */
export type Quota = { limit: number; windowSeconds: number };
export type Standing = { limit: number; remaining: number; used: number; reset: number };

export function keepQuota() {
  let quota: Quota = { limit: 5000, windowSeconds: 3600 };
  const windows = new Map<string, { start: number; used: number }>();

  function windowOf(token: string, now: number) {
    const current = windows.get(token);
    if (current && now < current.start + quota.windowSeconds * 1000) return current;
    const fresh = { start: now, used: 0 };
    windows.set(token, fresh);
    return fresh;
  }

  return {
    set: (next: Quota) => {
      quota = next;
      windows.clear();
    },
    /** Takes one call out of the window; false where none is left. */
    take: (token: string, now: number): boolean => {
      const window = windowOf(token, now);
      if (window.used >= quota.limit) return false;
      window.used += 1;
      return true;
    },
    /** An answer that had not changed is free. */
    giveBack: (token: string, now: number) => {
      windowOf(token, now).used -= 1;
    },
    standing: (token: string, now: number): Standing => {
      const window = windowOf(token, now);
      return {
        limit: quota.limit,
        remaining: Math.max(0, quota.limit - window.used),
        used: window.used,
        reset: Math.ceil(window.start / 1000) + quota.windowSeconds,
      };
    },
  };
}
export type QuotaKeeper = ReturnType<typeof keepQuota>;

const DAY_MS = 24 * 60 * 60 * 1000;

/** `365`, `2025-10-01` or `all`; null where it is none of them. */
export function readWindow(setting: string): { days: number } | { from: Date } | 'all' | null {
  if (setting === 'all') return 'all';
  if (/^\d{1,5}$/.test(setting) && Number(setting) > 0) return { days: Number(setting) };
  if (/^\d{4}-\d{2}-\d{2}$/.test(setting)) {
    const from = new Date(`${setting}T00:00:00Z`);
    return Number.isNaN(from.getTime()) || from.toISOString().slice(0, 10) !== setting ? null : { from };
  }
  return null;
}

export interface WindowSettings {
  /** By the command or the call, the entity, the operator: the first that is set counts. */
  asked: string | null;
  entity: string | null;
  operator: string;
  subscriptionStartsOn: string | null;
}

/** Where facts begin: the window, or the subscription's start if later. The epoch means the whole history. */
export function windowStart(settings: WindowSettings, now: Date): Date {
  const window = readWindow(settings.asked ?? settings.entity ?? settings.operator) ?? { days: 365 };
  const start =
    window === 'all' ? new Date(0) : 'days' in window ? dayStart(now.getTime() - window.days * DAY_MS) : window.from;
  const subscription =
    settings.subscriptionStartsOn === null ? null : new Date(`${settings.subscriptionStartsOn}T00:00:00Z`);
  return subscription && subscription > start ? subscription : start;
}

/** Whole days, so that two runs on one day read the same. */
const dayStart = (time: number): Date => new Date(Math.floor(time / DAY_MS) * DAY_MS);

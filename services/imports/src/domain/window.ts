import { DAY_MS, dayMs } from '@linescope/contract/days';

/** `365`, `2025-10-01` or `all`; null where it is none of them. */
export function parseWindow(setting: string): { days: number } | { from: Date } | 'all' | null {
  if (setting === 'all') return 'all';
  if (/^\d{1,5}$/.test(setting) && Number(setting) > 0) return { days: Number(setting) };
  if (/^\d{4}-\d{2}-\d{2}$/.test(setting)) {
    const from = new Date(dayMs(setting));
    return Number.isNaN(from.getTime()) || from.toISOString().slice(0, 10) !== setting ? null : { from };
  }
  return null;
}

export interface WindowSettings {
  /** Of the request, the entity, the operator: the first that is set counts. */
  requested: string | null;
  entity: string | null;
  operator: string;
  subscriptionStartsOn: string | null;
}

/** Where facts begin: the window, or the subscription's start if later. The epoch means the whole history. */
export function windowStart(settings: WindowSettings, now: Date): Date {
  const window = parseWindow(settings.requested ?? settings.entity ?? settings.operator) ?? { days: 365 };
  const start =
    window === 'all' ? new Date(0) : 'days' in window ? dayStart(now.getTime() - window.days * DAY_MS) : window.from;
  const subscription = settings.subscriptionStartsOn === null ? null : new Date(dayMs(settings.subscriptionStartsOn));
  return subscription && subscription > start ? subscription : start;
}

/** Whole days, so that two runs on one day read the same. */
const dayStart = (time: number): Date => new Date(Math.floor(time / DAY_MS) * DAY_MS);

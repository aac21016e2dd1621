const DAY_MS = 86_400_000;

/** Both days included; the times from the first to before the last. */
export interface Interval {
  start: string;
  end: string;
  from: number;
  until: number;
}

export type IntervalName = 'daily' | 'weekly' | 'monthly';

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
export const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10);
export const daysOf = ({ from, until }: Interval): string[] => {
  const days: string[] = [];
  for (let time = from; time < until; time += DAY_MS) days.push(dayAt(time));
  return days;
};
export const isWorkday = (day: string): boolean => ![0, 6].includes(new Date(timeOf(day)).getUTCDay());

/** The Monday of the week that a time is in. */
export const mondayOf = (time: number): string => {
  const day = timeOf(dayAt(time));
  return dayAt(day - ((new Date(day).getUTCDay() + 6) % 7) * DAY_MS);
};

const keyOf: Record<IntervalName, (day: string) => string> = {
  daily: (day) => day,
  weekly: (day) => mondayOf(timeOf(day)),
  monthly: (day) => day.slice(0, 7),
};

/** Daily up to 31 days, weekly up to 366, monthly beyond; the first and the last are cut to the range. */
export function intervalsOf(startDate: string, endDate: string, weeklyAlways = false) {
  const whole = { start: startDate, end: endDate, from: timeOf(startDate), until: timeOf(endDate) + DAY_MS };
  const days = daysOf(whole);
  const name: IntervalName = weeklyAlways
    ? 'weekly'
    : days.length <= 31
      ? 'daily'
      : days.length <= 366
        ? 'weekly'
        : 'monthly';
  const intervals = [...Map.groupBy(days, keyOf[name]).values()].map((own): Interval => {
    const start = own[0] ?? startDate;
    const end = own.at(-1) ?? endDate;
    return { start, end, from: timeOf(start), until: timeOf(end) + DAY_MS };
  });
  return { intervals, name };
}

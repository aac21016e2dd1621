import type { Survival, SurvivalGroup } from '@linescope/client/answers';
import { formatNumber } from '../../ui/format.ts';

/** The share of lines that live longer than this age; null past what was observed. */
export function survivalAt({ points, restricted_to_days: seen }: SurvivalGroup, age: number): number | null {
  if (age > seen) return null;
  return points.findLast(({ age_days: at }) => at <= age)?.survival ?? 1;
}

const NAMES: Record<string, string> = {
  ai: 'AI lines',
  unmarked: 'unmarked lines',
  hand_written: 'hand-written lines',
};
export const nameOf = (group: string): string => NAMES[group] ?? group;

/** What the curves say, like compared with like, in a sentence; whether a difference is clear is the band's to say. */
export function compareInWords({ comparisons }: Survival): string | null {
  const comparison = comparisons.find(({ against }) => against === 'hand_written') ?? comparisons[0];
  if (!comparison) return null;
  const mean = comparison.like_with_like?.mean;
  const against = nameOf(comparison.against);
  if (!mean)
    return `There are no AI lines and ${against} of the same repo, kind of file, commit size and month to compare.`;
  const { difference_days: days, difference_lower_days: lower, difference_upper_days: upper } = mean;
  const [least, most] = [formatNumber(lower, 1), formatNumber(upper, 1)];
  if (lower <= 0 && upper >= 0)
    return `Like with like, AI lines and ${against} live about as long: the difference is between ${least} and ${most} days of ${mean.restricted_to_days}.`;
  return `Like with like, AI lines live ${formatNumber(Math.abs(days), 1)} days ${days > 0 ? 'longer' : 'shorter'} than ${against} on average (${least} to ${most} days, of ${mean.restricted_to_days}).`;
}

/** How much is known of who wrote what: unknown is not the same as by hand. */
export function coverageInWords({ coverage_percent: coverage }: Survival): string {
  const parts = [
    coverage.lines_with_records === null
      ? null
      : `records of lines cover ${formatNumber(coverage.lines_with_records)} % of lines`,
    coverage.people_with_telemetry === null
      ? null
      : `telemetry covers ${formatNumber(coverage.people_with_telemetry)} % of people`,
  ].filter((part) => part !== null);
  const known = parts.length === 0 ? 'Nothing is known beyond what commits declare' : sentence(parts.join(', '));
  return `${known}; unmarked lines need not be hand-written.`;
}

const sentence = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

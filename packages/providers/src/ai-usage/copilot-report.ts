import { z } from 'zod';
import type { AiProviderName } from '../provider-names.ts';
import { maybeText } from '../reading/instant.ts';
import { type AiUsageRow, addUp, missingFigures, noUsage, type UsageCounts, type UsageFigure } from './usage-row.ts';

const count = z.number().nullish();

const activity = {
  code_generation_activity_count: count,
  code_acceptance_activity_count: count,
  loc_added_sum: count,
  loc_deleted_sum: count,
};

export const linksSchema = z.object({ download_links: z.array(z.string()), report_day: z.string() }).nullable();

/** A line of the users report: one person on one day. */
export const userLineSchema = z.object({
  day: z.string(),
  user_login: z.string(),
  ai_credits_used: count,
  totals_by_feature: z.array(z.object({ feature: z.string(), ...activity })).nullish(),
  totals_by_model_feature: z.array(z.object({ model: z.string(), feature: z.string(), ...activity })).nullish(),
});

/** A line of the user-teams report: one person in one team. */
export const userTeamLineSchema = z.object({ user_login: maybeText.optional(), slug: maybeText.optional() });

type UserLine = z.output<typeof userLineSchema>;
type Activity = { [Key in keyof typeof activity]?: number | null | undefined };

/** Completions are the tab's; everything else was asked for. */
function countsOf(feature: string, given: Activity): UsageCounts {
  const suggested = given.code_generation_activity_count ?? 0;
  const accepted = given.code_acceptance_activity_count ?? 0;
  const lines = { linesAdded: given.loc_added_sum ?? 0, linesDeleted: given.loc_deleted_sum ?? 0 };
  return feature === 'code_completion'
    ? { ...noUsage, ...lines, tabSuggestCount: suggested, tabAcceptCount: accepted }
    : { ...noUsage, ...lines, promptSuggestCount: suggested, promptAcceptCount: accepted };
}

const restOf = (whole: number | null | undefined, part: number): number => Math.max(0, (whole ?? 0) - part);

/**
 * Features are given whole, models only for some of them: each model gets what is given of it, and what no model
 * explains goes to `default`, so that the sums are the vendor's own. A credit is a cent.
 */
export function rowsOfUser(line: UserLine, provider: AiProviderName, teamSlugs: string[]): AiUsageRow[] {
  const base = { provider, date: line.day, committerIdentifier: line.user_login, teamSlugs };
  const byModel = line.totals_by_model_feature ?? [];
  const explained = byModel.map((given) => ({ ...base, model: given.model, ...countsOf(given.feature, given) }));
  const unexplained = (line.totals_by_feature ?? []).map((given) => {
    const parts = byModel.filter(({ feature }) => feature === given.feature);
    const sum = (key: keyof Activity) => parts.reduce((total, part) => total + (part[key] ?? 0), 0);
    const rest: Activity = {
      code_generation_activity_count: restOf(
        given.code_generation_activity_count,
        sum('code_generation_activity_count'),
      ),
      code_acceptance_activity_count: restOf(
        given.code_acceptance_activity_count,
        sum('code_acceptance_activity_count'),
      ),
      loc_added_sum: restOf(given.loc_added_sum, sum('loc_added_sum')),
      loc_deleted_sum: restOf(given.loc_deleted_sum, sum('loc_deleted_sum')),
    };
    return { ...base, model: 'default', ...countsOf(given.feature, rest) };
  });
  const credits = { ...base, model: 'default', ...noUsage, costCents: line.ai_credits_used ?? 0 };
  return addUp([...explained, ...unexplained, credits]);
}

/** Figures that no line of the report has a field for. */
export function missingInReport(lines: readonly UserLine[]): UsageFigure[] {
  const features = lines.flatMap(({ totals_by_feature: totals }) => totals ?? []);
  const ofFeatures = {
    linesAdded: (given: Activity) => given.loc_added_sum,
    linesDeleted: (given: Activity) => given.loc_deleted_sum,
    promptSuggestCount: (given: Activity) => given.code_generation_activity_count,
    promptAcceptCount: (given: Activity) => given.code_acceptance_activity_count,
    tabSuggestCount: (given: Activity) => given.code_generation_activity_count,
    tabAcceptCount: (given: Activity) => given.code_acceptance_activity_count,
  };
  const hasNoFeatures = lines.every(({ totals_by_feature: totals }) => !totals);
  return [
    ...missingFigures<Activity>(hasNoFeatures ? lines.map(() => ({})) : features, ofFeatures),
    ...missingFigures(lines, { costCents: ({ ai_credits_used: credits }) => credits }),
  ];
}

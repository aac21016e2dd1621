import type { CriticalDefect, Release } from '@linescope/client/answers';
import type { Scope } from '../../scope/scope.ts';
import { api } from '../../state/api.ts';
import { type Answer, useAnswer } from '../../state/use-answer.ts';

/** As many as one request gives. */
const MOST_ROWS = 1000;

export interface Defect extends CriticalDefect {
  detected: string;
  resolved: string | null;
}

export const inRange = ({ resourcePath, team, range }: Scope) => ({
  resource_path: resourcePath,
  team_slug: team,
  start_date: range.start,
  end_date: range.end,
});

export const useReleases = (scope: Scope): Answer<{ rows: Release[]; total: number }> =>
  useAnswer(`releases:${JSON.stringify(inRange(scope))}`, async () => {
    const answer = await api.listReleases({ ...inRange(scope), per_page: MOST_ROWS });
    return { rows: answer.releases, total: answer.total_count };
  });

export const useDefects = (scope: Scope): Answer<{ rows: Defect[]; total: number }> =>
  useAnswer(`defects:${JSON.stringify(inRange(scope))}`, async () => {
    const answer = await api.listDefects({ ...inRange(scope), per_page: MOST_ROWS });
    return { rows: answer.critical_defects.map(withTimes), total: answer.total_count };
  });

/** A defect's times are written for people: `October 8, 2026 14:05 UTC`. */
const withTimes = (defect: CriticalDefect): Defect => ({
  ...defect,
  detected: new Date(defect.detectedAt).toISOString(),
  resolved: defect.resolvedAt && new Date(defect.resolvedAt).toISOString(),
});

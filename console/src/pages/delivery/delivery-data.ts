import type { CriticalDefect, Release } from '@linescope/client/answers';
import type { Scope } from '../../scope/scope.ts';
import { api } from '../../state/api.ts';
import { type Answer, useAnswer } from '../../state/use-answer.ts';

const MOST_PAGES = 6;

export interface Defect extends CriticalDefect {
  detected: string;
  resolved: string | null;
}

const inRange = ({ resourcePath, team, range }: Scope) => ({
  resource_path: resourcePath,
  team_slug: team,
  start_date: range.start,
  end_date: range.end,
});

export const useReleases = (scope: Scope): Answer<{ rows: Release[]; total: number }> =>
  useAnswer(`releases:${JSON.stringify(inRange(scope))}`, async () => {
    const rows: Release[] = [];
    for (let page = 1; ; page += 1) {
      const answer = await api.listReleases({ ...inRange(scope), page });
      rows.push(...answer.releases);
      if (page >= answer.page_count || page >= MOST_PAGES) return { rows, total: answer.total_count };
    }
  });

export const useDefects = (scope: Scope): Answer<{ rows: Defect[]; total: number }> =>
  useAnswer(`defects:${JSON.stringify(inRange(scope))}`, async () => {
    const rows: Defect[] = [];
    for (let page = 1; ; page += 1) {
      const answer = await api.listDefects({ ...inRange(scope), page });
      rows.push(...answer.critical_defects.map(withTimes));
      if (page >= answer.page_count || page >= MOST_PAGES) return { rows, total: answer.total_count };
    }
  });

/** A defect's times are written for people: `October 8, 2026 14:05 UTC`. */
const withTimes = (defect: CriticalDefect): Defect => ({
  ...defect,
  detected: new Date(defect.detectedAt).toISOString(),
  resolved: defect.resolvedAt && new Date(defect.resolvedAt).toISOString(),
});

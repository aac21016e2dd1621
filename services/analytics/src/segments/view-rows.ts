import { joinTemplates, type SqlTemplate, template } from '../store/sql.ts';
import { param } from './params.ts';
import type { SegmentView } from './segment-view.ts';
import { duringMembership, inTeamRepos, ofRow, type Series, type Shape } from './series.ts';
import { sharedView } from './shared-views.ts';

interface RowSelection {
  shape: Shape;
  series: Series;
  /** The aggregates and keys whose columns the view must give. */
  used: readonly SqlTemplate[];
  /** Further filters. */
  where?: readonly SqlTemplate[];
}

/** `FROM` a view, with the joins and filters of its series; the view gives only the columns that are used. */
export function selectRows(view: SegmentView, { shape, series, used, where = [] }: RowSelection): SqlTemplate {
  const joins = [...series.joins];
  const conditions = [...series.conditions];
  if (shape.ofTeam && view.hasCommitter) {
    joins.push(
      template`INNER JOIN (SELECT * FROM ${sharedView('memberships')} WHERE team_id = ${param('team_id')}) AS own ON own.member = ${ofRow('committer')}`,
    );
    conditions.push(duringMembership('own'));
    if (view.repos) conditions.push(inTeamRepos(view, 'own.team_repos'));
  }
  conditions.push(...where);
  const { columns } = joinTemplates([...used, ...joins, ...conditions, series.series], ' ');
  const rows = view.sql({
    uses: (column) => columns.has(column),
    wholeEntity: shape.wholeEntity ?? false,
    byRepo: shape.aggregation === 'repo' || shape.aggregation === 'repo_path',
    fromDays: shape.fromDays ?? false,
    severalSources: shape.severalSources ?? false,
  });
  return template`FROM (${rows}
    ) AS view_row
    ${joinTemplates(joins, '\n    ')}
    ${conditions.length > 0 ? template`WHERE ${joinTemplates(conditions, ' AND ')}` : ''}`;
}

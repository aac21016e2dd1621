import { z } from 'zod';
import { sourceEm } from '../domain/usage-precedence.ts';
import { COUNTS_SOMETHING, countedUsage } from '../segments/views/counted-usage.ts';
import { allOf, bound, fragment, type SqlFragment } from '../store/sql.ts';
import { type AuditQuery, withScope } from './audit-query.ts';
import { between, byNamed, byTeam, isShown, ofEntity } from './conditions.ts';
import { peopleIn } from './identity-lists.ts';
import { ofPoint, pointValues } from './point-records.ts';
import { readPage } from './read-page.ts';

const count = z.coerce.number();

const usageRow = z.object({
  day: z.string(),
  provider: z.string(),
  model: z.string(),
  committer_id: count,
  team_id: count,
  organization_id: count,
  repo_id: count,
  source: z.string(),
  lines_added: count,
  lines_deleted: count,
  prompted_suggest_count: count,
  prompted_accept_count: count,
  tab_suggest_count: count,
  tab_accept_count: count,
  cents_cost: count,
  input_tokens: count,
  output_tokens: count,
});

/** Newest first: usage by day, model and committer, or by team, recorded for a resource of the scope or above it. */
export async function auditAiUsages(query: AuditQuery) {
  const { ai_provider_em: providers } = query.filters;
  const { has_telemetry: severalSources } = query.queryScope.stamp;
  const conditions = [
    ofEntity(query),
    isShown(query, 'committer_id'),
    ofResources(query),
    ...between(query, 'date', 'range'),
    ...byPeopleOrTeam(query),
    ...(severalSources ? [COUNTS_SOMETHING] : []),
    ...(providers ? [fragment`provider IN ${bound('providers', 'Array(String)', providers)}`] : []),
  ];
  const page = await readPage(query, {
    name: 'audit_ai_usages',
    from: fragment`${severalSources ? withScope(query, countedUsage('true')) : 'ai_usage FINAL'} WHERE ${allOf(ofPoint(query, conditions))}`,
    columns: `toString(date) AS day, provider, model, committer_id, team_id, organization_id, repo_id, source, lines_added, lines_deleted,
      prompted_suggest_count, prompted_accept_count, tab_suggest_count, tab_accept_count, cents_cost, input_tokens, output_tokens`,
    time: 'date',
    ties: [
      { column: 'provider', type: 'String' },
      { column: 'model', type: 'String' },
      { column: 'committer_id', type: 'UInt64' },
      { column: 'team_id', type: 'UInt64' },
      { column: 'organization_id', type: 'UInt64' },
      { column: 'repo_id', type: 'UInt64' },
      { column: 'source', type: 'String' },
    ],
    row: usageRow,
  });
  const personOf = peopleIn(query.queryScope);
  const { teams } = query.queryScope.copies;
  const valuesOf = await pointValues(query, page.rows.map(keyOf));
  return {
    ...page,
    rows: page.rows.map((usage) => {
      const { day, provider, model, committer_id: committer, team_id: team } = usage;
      const { organization_id: organizationId, repo_id: repoId } = usage;
      return {
        date: day,
        ai_provider_em: provider,
        llm_model_name: model,
        contributor: personOf(committer),
        team_slug: teams.find(({ team_id: id }) => id === team)?.slug ?? null,
        resource_path: resourcePath(query, organizationId, repoId),
        ...countsOf(usage),
        source_em: sourceEm(provider, usage.source),
        ...valuesOf(...keyOf(usage)),
      };
    }),
  };
}

const keyOf = (usage: z.output<typeof usageRow>) => [
  usage.day,
  usage.provider,
  usage.model,
  usage.committer_id,
  usage.team_id,
  usage.organization_id,
  usage.repo_id,
  usage.source,
];

const countsOf = (usage: z.output<typeof usageRow>) => ({
  lines_added: usage.lines_added,
  lines_deleted: usage.lines_deleted,
  prompted_suggest_count: usage.prompted_suggest_count,
  prompted_accept_count: usage.prompted_accept_count,
  tab_suggest_count: usage.tab_suggest_count,
  tab_accept_count: usage.tab_accept_count,
  cents_cost: usage.cents_cost,
  input_tokens: usage.input_tokens,
  output_tokens: usage.output_tokens,
});

function resourcePath({ queryScope: { scope } }: AuditQuery, organizationId: number, repoId: number): string {
  const repo = scope.repos.find(({ id, organizationId: home }) => (repoId ? id === repoId : home === organizationId));
  if (!repo || organizationId === 0) return scope.entitySlug;
  return `${scope.entitySlug}/${repoId ? repo.path : repo.organizationSlug}`;
}

function ofResources({ scopeParams, queryScope: { scope } }: AuditQuery): SqlFragment {
  const organizations = [...new Set(scope.repos.map(({ organizationId }) => organizationId))];
  return fragment`(${bound('every_repo', 'Bool', scopeParams.every_repo)} OR organization_id = 0
    OR (repo_id = 0 AND organization_id IN ${bound('usage_organizations', 'Array(UInt64)', organizations)})
    OR repo_id IN ${bound('repo_ids', 'Array(UInt64)', scopeParams.repo_ids)})`;
}

/** For a team, usage of its members and what was reported for the team as a whole. */
function byPeopleOrTeam(query: AuditQuery): SqlFragment[] {
  const { named, members } = query.identities;
  const ofPeople = [...byNamed(query, 'committer_id'), ...byTeam(query, 'committer_id', 'date')];
  if (!members || named) return ofPeople;
  const teams = bound('teams_below', 'Array(UInt64)', members.teamsBelow);
  return [fragment`(${allOf(ofPeople)} OR (committer_id = 0 AND team_id IN ${teams}))`];
}

import { z } from 'zod';
import {
  type AuditQuestion,
  between,
  byPeople,
  ONE_ENTITY,
  peopleOf,
  readPage,
  shown,
  usedParams,
} from './audit-question.ts';
import { ofPoint, pointValues } from './point-records.ts';

const count = z.coerce.number();

const usageRow = z.object({
  day: z.string(),
  provider: z.string(),
  model: z.string(),
  committer_id: count,
  team_id: count,
  lines_added: count,
  lines_deleted: count,
  prompted_suggest_count: count,
  prompted_accept_count: count,
  tab_suggest_count: count,
  tab_accept_count: count,
  cents_cost: count,
});

/** Newest first: what was reported of a day, a model and a committer, or of a team as a whole. It is of no repo, so in every scope. */
export async function auditAiUsages(question: AuditQuestion) {
  const ofPeople = byPeople(question, 'committer_id', 'date').join(' AND ');
  const conditions = [
    'entity_id = {entity_id:UInt64}',
    shown('committer_id'),
    ...between(question, 'date', 'range'),
    ...(ofPeople === '' ? [] : [question.team && !question.committerIds ? `(${ofPeople} OR ${OF_TEAM})` : ofPeople]),
  ];
  if (question.ai_provider_em !== undefined) {
    question.params['providers'] = question.ai_provider_em;
    conditions.push('provider IN {providers:Array(String)}');
  }
  const page = await readPage(question, {
    name: 'audit_ai_usages',
    from: `ai_usage FINAL WHERE ${ofPoint(question, conditions).join(' AND ')}`,
    columns: `toString(date) AS day, provider, model, committer_id, team_id, lines_added, lines_deleted, prompted_suggest_count,
      prompted_accept_count, tab_suggest_count, tab_accept_count, cents_cost`,
    time: 'date',
    ties: [
      { column: 'provider', type: 'String' },
      { column: 'model', type: 'String' },
      { column: 'committer_id', type: 'UInt64' },
      { column: 'team_id', type: 'UInt64' },
    ],
    row: usageRow,
  });
  const people = await peopleOf(question);
  const { teams } = await question.context.copiesOf(question.scope.entityId);
  const given = await pointValues(
    question,
    page.rows.map((usage) => [usage.day, usage.provider, usage.model, usage.committer_id, usage.team_id]),
  );
  return {
    ...page,
    rows: page.rows.map(({ day, provider, model, committer_id: committer, team_id: team, ...counts }) => ({
      date: day,
      ai_provider_em: provider,
      llm_model_name: model,
      contributor: people(committer),
      team_slug: teams.find(({ team_id: id }) => id === team)?.slug ?? null,
      ...counts,
      ...given(day, provider, model, committer, team),
    })),
  };
}

const OF_TEAM = '(committer_id = 0 AND team_id IN {teams_below:Array(UInt64)})';

/** Committers with a seat as it is today, and when each was last seen to use AI. */
export async function auditAiSeats(question: AuditQuestion) {
  const conditions = [
    'entity_id = {entity_id:UInt64} AND committer_id = primary_id AND has_seat',
    shown('committer_id'),
    ...byPeople(question, 'committer_id', 'fromUnixTimestamp({today_s:UInt32})'),
  ];
  const page = await readPage(question, {
    name: 'audit_ai_seats',
    from: `committers FINAL WHERE ${ofPoint(question, conditions).join(' AND ')}`,
    columns: 'committer_id AS id, processing_status',
    ties: [{ column: 'committer_id', type: 'UInt64' }],
    row: z.object({ id: z.coerce.number(), processing_status: z.string() }),
  });
  const ids = page.rows.map(({ id }) => id);
  const lastUse = await lastUses(question, ids);
  const people = await peopleOf(question);
  const given = await pointValues(
    question,
    ids.map((id) => [id]),
  );
  return {
    ...page,
    rows: page.rows.map(({ id, processing_status: status }) => ({
      committer_id: id,
      contributor: people(id),
      processing_status_em: status,
      last_ai_usage_on: lastUse.get(id) ?? null,
      ...given(id),
    })),
  };
}

async function lastUses(question: AuditQuestion, ids: number[]): Promise<Map<number, string>> {
  const { committers } = await question.context.copiesOf(question.scope.entityId);
  const own = committers.filter(({ primary_id: primary }) => ids.includes(primary));
  const sql = `SELECT committer_id, toString(max(date)) AS last FROM ai_usage FINAL
    WHERE entity_id = {entity_id:UInt64} AND committer_id IN {page_ids:Array(UInt64)}
      AND lines_added + lines_deleted + prompted_suggest_count + prompted_accept_count + tab_suggest_count + tab_accept_count > 0
    GROUP BY committer_id ORDER BY last`;
  const rows = await question.context.clickHouse.query({
    name: 'audit_last_ai_usage',
    sql,
    params: { ...usedParams(question, sql), page_ids: own.map(({ committer_id: id }) => id) },
    row: z.object({ committer_id: z.coerce.number(), last: z.string() }),
    settings: ONE_ENTITY,
  });
  const primaries = new Map(own.map((committer) => [committer.committer_id, committer.primary_id]));
  // The latest of a person's identities comes last and stays.
  return new Map(rows.map(({ committer_id: id, last }) => [primaries.get(id) ?? id, last]));
}

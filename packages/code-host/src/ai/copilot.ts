/**
 * GitHub's Copilot usage metrics: a report is a list of signed links, each to newline-delimited JSON. Under `/ai/copilot` and beside the
 * REST API, since a client reaches both with one base address.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { DAY_MS } from '@linescope/contract/days';
import { simpleUser } from '../github/render-user.ts';
import { type Answer, type Asked, get, HostError, notFound, type Route } from '../server/route.ts';
import { rowsOf, usageAsked } from './read-usage.ts';
import type { UsageRecord } from './records.ts';

const linkSecret = randomBytes(16);
const signature = (path: string): string => createHmac('sha256', linkSecret).update(path).digest('hex').slice(0, 32);

const dayText = (time: number): string => new Date(time).toISOString().slice(0, 10);

function dayAsked(asked: Asked): string {
  const text = asked.query.get('day') ?? '';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text)))
    throw new HostError(422, 'day: a date in YYYY-MM-DD is needed.');
  return text;
}

function organizationAsked(asked: Asked): string {
  const named = asked.params.org ?? asked.params.enterprise ?? '';
  const found = asked.data.organization(named);
  if (!found) throw notFound();
  return found.login;
}

function linkTo(asked: Asked, kind: string, from: string, until: string): string {
  const path = `/ai/copilot/download/${organizationAsked(asked)}/${kind}/${from}/${until}`;
  return `${asked.origin}${path}?sig=${signature(path)}`;
}

/** GitHub answers 204 for a day without a report; a day that is not over has none. */
function oneDay(kind: string) {
  return (asked: Asked): Answer => {
    const asking = dayAsked(asked);
    if (Date.parse(asking) > asked.now - DAY_MS) return { status: 204, body: '' };
    return { body: { download_links: [linkTo(asked, kind, asking, asking)], report_day: asking } };
  };
}

function fourWeeks(kind: string) {
  return (asked: Asked): Answer => {
    const [from, until] = [dayText(asked.now - 28 * DAY_MS), dayText(asked.now - DAY_MS)];
    return {
      body: { download_links: [linkTo(asked, kind, from, until)], report_start_day: from, report_end_day: until },
    };
  };
}

function totals(row: UsageRecord, part: 'all' | 'code_completion' | 'chat_panel_agent_mode') {
  const [tab, prompt] = [part !== 'chat_panel_agent_mode', part !== 'code_completion'];
  const share =
    part === 'all'
      ? 1
      : part === 'code_completion'
        ? row.tabs_accepted / Math.max(1, row.tabs_accepted + row.prompts_accepted)
        : 1 - row.tabs_accepted / Math.max(1, row.tabs_accepted + row.prompts_accepted);
  return {
    user_initiated_interaction_count: prompt ? row.prompts_suggested : 0,
    code_generation_activity_count: (tab ? row.tabs_shown : 0) + (prompt ? row.prompts_suggested : 0),
    code_acceptance_activity_count: (tab ? row.tabs_accepted : 0) + (prompt ? row.prompts_accepted : 0),
    loc_suggested_to_add_sum: Math.round(row.lines_suggested * share),
    loc_suggested_to_delete_sum: Math.round(row.lines_deleted * share),
    loc_added_sum: Math.round(row.lines_added * share),
    loc_deleted_sum: Math.round(row.lines_deleted * share),
  };
}

/** What is given by language counts code, not prompts. */
function withoutPrompts<T extends { user_initiated_interaction_count: number }>(given: T) {
  const { user_initiated_interaction_count: _, ...rest } = given;
  return rest;
}

function userLine(asked: Asked, row: UsageRecord) {
  const features = (['code_completion', 'chat_panel_agent_mode'] as const).map((feature) => ({
    feature,
    ...totals(row, feature),
  }));
  return {
    report_start_day: row.day,
    report_end_day: row.day,
    day: row.day,
    enterprise_id: '1',
    organization_id: String(asked.data.organization(asked.params.org ?? '')?.id ?? 0),
    user_id: row.user_id,
    user_login: row.login,
    ...totals(row, 'all'),
    ai_credits_used: row.cost_cents,
    used_agent: true,
    used_chat: row.prompts_suggested > 0,
    totals_by_ide: [{ ide: 'vscode', ...totals(row, 'all') }],
    totals_by_feature: features,
    totals_by_language_feature: features.map((given) => ({ language: 'typescript', ...withoutPrompts(given) })),
    totals_by_language_model: [{ language: 'typescript', model: row.model, ...withoutPrompts(totals(row, 'all')) }],
    totals_by_model_feature: features.map(({ feature, ...counts }) => ({ model: row.model, feature, ...counts })),
  };
}

function download(asked: Asked): Answer {
  const { org = '', kind = '', from = '', until = '' } = asked.params;
  if (asked.query.get('sig') !== signature(asked.path)) throw new HostError(403, 'The link has expired.');
  const rows = rowsOf(usageAsked(asked, org), 'copilot', from, until);
  return {
    type: 'application/x-ndjson',
    body: linesOf(asked, kind, rows)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  };
}

function linesOf(asked: Asked, kind: string, rows: UsageRecord[]): unknown[] {
  if (kind === 'users') return rows.map((row) => userLine(asked, row));
  if (kind === 'user-teams')
    return rows.map((row) => ({
      day: row.day,
      user_id: row.user_id,
      user_login: row.login,
      team_id: asked.data.organization(asked.params.org ?? '')?.teams.find((team) => team.slug === row.team)?.id ?? 0,
      slug: row.team,
    }));
  const days = Object.entries(Object.groupBy(rows, (row) => row.day));
  return days.map(([date, some = []]) => {
    const counts = some.map((row) => totals(row, 'all'));
    const sum = (pick: (one: ReturnType<typeof totals>) => number) =>
      counts.reduce((total, one) => total + pick(one), 0);
    return {
      day: date,
      daily_active_users: some.length,
      code_acceptance_activity_count: sum((one) => one.code_acceptance_activity_count),
      code_generation_activity_count: sum((one) => one.code_generation_activity_count),
      user_initiated_interaction_count: sum((one) => one.user_initiated_interaction_count),
      loc_added_sum: sum((one) => one.loc_added_sum),
      loc_deleted_sum: sum((one) => one.loc_deleted_sum),
      loc_suggested_to_add_sum: sum((one) => one.loc_suggested_to_add_sum),
      loc_suggested_to_delete_sum: sum((one) => one.loc_suggested_to_delete_sum),
    };
  });
}

function seats(asked: Asked): Answer {
  const file = usageAsked(asked, organizationAsked(asked));
  const seated = file.seats.filter((seat) => seat.provider === 'copilot');
  const newest = (login: string) => file.rows.findLast((row) => row.login === login)?.day;
  return {
    body: {
      total_seats: seated.length,
      seats: seated.map((seat) => ({
        created_at: seat.since,
        updated_at: seat.since,
        pending_cancellation_date: null,
        last_activity_at: newest(seat.login) === undefined ? null : `${newest(seat.login)}T12:00:00Z`,
        last_activity_editor: 'vscode/1.104.0/copilot/1.372.0',
        plan_type: 'business',
        assignee: simpleUser(asked, seat.login),
      })),
    },
  };
}

const reports: readonly (readonly [path: string, handle: (asked: Asked) => Answer])[] = [
  ['/orgs/{org}/copilot/billing/seats', seats],
  ['/orgs/{org}/copilot/metrics/reports/organization-1-day', oneDay('organization')],
  ['/orgs/{org}/copilot/metrics/reports/users-1-day', oneDay('users')],
  ['/orgs/{org}/copilot/metrics/reports/users-28-day/latest', fourWeeks('users')],
  ['/orgs/{org}/copilot/metrics/reports/user-teams-1-day', oneDay('user-teams')],
  ['/enterprises/{enterprise}/copilot/metrics/reports/users-1-day', oneDay('users')],
  ['/enterprises/{enterprise}/copilot/metrics/reports/users-28-day/latest', fourWeeks('users')],
  ['/enterprises/{enterprise}/copilot/metrics/reports/user-teams-1-day', oneDay('user-teams')],
];

export const copilotRoutes: Route[] = [
  ...reports.flatMap(([path, handle]) => [get(path, handle), get(`/ai/copilot${path}`, handle)]),
  get('/ai/copilot/download/{org}/{kind}/{from}/{until}', download),
];

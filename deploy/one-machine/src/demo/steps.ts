/**
 * Fills the demo step by step as a customer would, with the admin command for tokens and the tracker, and the API. Each step
 * is idempotent, since one that was interrupted is run again.
 */

import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CLAUDE, COPILOT, CURSOR } from '@linescope/contract/vendors';
import { z } from 'zod';
import { callApi, Refused } from '../imports/call-api.ts';
import { queueImport } from '../imports/queue-repository.ts';
import { filesIn } from '../settings.ts';
import type { Ready } from '../stack/ready-file.ts';
import { runTool } from '../stack/run-tool.ts';
import type { Secrets } from '../stack/secrets.ts';
import type { Surroundings } from '../stack/units.ts';
import { hasValues } from './check-segments.ts';
import { type DemoPlan, readDemoPlan } from './demo-plan.ts';
import { DEMO_SURVEY } from './demo-survey.ts';
import { makeRepos } from './make-repos.ts';

export interface DemoContext {
  ready: Ready;
  around: Surroundings;
  secrets: Secrets;
  /** Reports the progress of a long step. */
  progress: (doing: string) => void;
}

export interface Step {
  name: string;
  run(context: DemoContext): Promise<void>;
}

const POLL_MS = 1000;
/** A little of everything at a time: the API has other callers. */
const AT_ONCE = 4;
const ORGANIZATION = 'aurora';
const AI_TOKENS = [
  { provider: CLAUDE, path: '/ai/anthropic', args: [] },
  { provider: CURSOR, path: '/ai/cursor', args: [] },
  { provider: COPILOT, path: '/ai/copilot', args: ['--provider-organization', ORGANIZATION] },
] as const;

export const STEPS: readonly Step[] = [
  { name: 'making the organization', run: makeOrganization },
  { name: 'naming its teams', run: nameTeams },
  { name: 'importing its repos', run: importRepos },
  { name: 'connecting its tracker', run: connectTracker },
  { name: 'recording its teams, time off and AI usage', run: recordPeople },
  { name: 'recording its releases and defects', run: recordDelivery },
  { name: 'waiting for its tracker and AI usage', run: waitForProviders },
  { name: 'deriving what wrote its lines', run: waitForEvidence },
  { name: 'deriving how long its lines live', run: waitForLives },
];

const codeHostFolder = ({ around }: DemoContext) => filesIn(around.dataDir).of('code-host');
const planOf = (context: DemoContext): DemoPlan => readDemoPlan(join(codeHostFolder(context), 'demo-plan.json'));

function makeOrganization(context: DemoContext): Promise<void> {
  return makeRepos(codeHostFolder(context));
}

/** After the commits, since a tracker's people are those who are known by their email. */
async function connectTracker(context: DemoContext): Promise<void> {
  const { ready, around, secrets } = context;
  const boards = planOf(context).tracker.boards.map((board) => board.project_board_id);
  await runTool(
    'identity',
    'services/identity/src/admin/main.ts',
    [
      ...['tracker', 'set', '--entity', ready.entity_slug ?? '', '--endpoint', `${ready.code_host_url}/tracker`],
      ...['--email', 'admin@demo.example', '--boards', boards.join(',')],
    ],
    { around, secrets, env: { TRACKER_TOKEN: secrets.code_host_token } },
  );
}

const Imports = z.object({
  repos: z.array(
    z.object({
      repo_path: z.string(),
      import_status: z.string(),
      percent_complete: z.number(),
      error_detail: z.string(),
      pull_request_discovered_count: z.number(),
      pull_request_processed_count: z.number(),
    }),
  ),
});

/** Before the code host and the tracker are read: their teams of the same names then join these, instead of standing beside them. */
async function nameTeams(context: DemoContext): Promise<void> {
  for (const { name } of planOf(context).teams)
    await record(context.ready, 'teams', { name }).catch((error: unknown) => {
      if (!(error instanceof Refused) || error.status !== 409) throw error;
    });
}

async function importRepos(context: DemoContext): Promise<void> {
  const { ready, progress } = context;
  const paths = planOf(context).repo_paths;
  for (const path of paths) await queueImport(ready, path, 'all');
  for (;;) {
    const answer = await ask(ready, 'imports', { resource_path: ready.entity_slug ?? '' });
    const repos = Imports.parse(answer).repos.filter((repo) => paths.includes(repo.repo_path));
    const failed = repos.find((repo) => /^(unable_|could_not_)/.test(repo.import_status));
    if (failed) throw new Error(`${failed.repo_path}: ${failed.error_detail || failed.import_status}`);
    const percent = repos.reduce((sum, repo) => sum + repo.percent_complete, 0) / paths.length;
    progress(`importing its repos, ${Math.floor(percent)} %`);
    if (repos.length === paths.length && repos.every((repo) => repo.import_status === 'processing_completed')) return;
    await delay(POLL_MS);
  }
}

async function recordPeople(context: DemoContext): Promise<void> {
  const { ready } = context;
  const plan = planOf(context);
  await waitForPeople(
    context,
    plan.teams.flatMap((team) => team.developer_members),
  );
  for (const team of plan.teams) {
    await record(ready, 'teams', team).catch((error: unknown) => {
      if (!(error instanceof Refused) || error.status !== 409) throw error;
      // It was named before; only what it lacks is added.
      return callApi(`${ready.base_url}/api/v1/teams`, ready.api_token, { body: team, method: 'PUT' });
    });
  }
  await each(plan.time_off, (span) => record(ready, 'developers/record_time_off', { ...scoped(ready), ...span }));
  const rows = plan.ai_usages.map((row) => ({ ...scoped(ready), ...row }));
  await record(ready, 'ai_usages', rows);
  await record(ready, 'surveys', DEMO_SURVEY, { 'idempotency-key': 'demo-survey' });
  await connectAiProviders(context);
}

const Developers = z.object({ committers: z.array(z.object({ committer_user_name: z.string() })) });
const MOST_PER_PAGE = '1000';

const PEOPLE_MS = 60_000;

/** They are known some moments after their commits. Of whom is not known even then, the API says so. */
async function waitForPeople({ ready }: DemoContext, userNames: readonly string[]): Promise<void> {
  for (const until = Date.now() + PEOPLE_MS; Date.now() < until; ) {
    const answer = await ask(ready, 'developers', { ...scoped(ready), per_page: MOST_PER_PAGE });
    const known = new Set(Developers.parse(answer).committers.map((committer) => committer.committer_user_name));
    if (userNames.every((name) => known.has(name))) return;
    await delay(POLL_MS);
  }
}

/** Adds the tokens that are not there yet. */
async function connectAiProviders({ ready, around, secrets }: DemoContext): Promise<void> {
  const there = LlmTokens.parse(await ask(ready, 'api_tokens/llm_tokens', scoped(ready)));
  for (const { provider, path, args } of AI_TOKENS) {
    if (there.some((token) => token.ai_usage_provider_em === provider)) continue;
    await runTool(
      'identity',
      'services/identity/src/admin/main.ts',
      [
        ...['llm-token', 'create', '--entity', ready.entity_slug ?? '', '--email', 'admin@demo.example'],
        ...['--provider', provider, '--endpoint', `${ready.code_host_url}${path}`, ...args],
      ],
      { around, secrets, env: { LLM_TOKEN: secrets.code_host_token } },
    );
  }
}

async function recordDelivery(context: DemoContext): Promise<void> {
  const { ready } = context;
  const plan = planOf(context);
  const pathOf = (repoPath: string) => ({ resource_path: `${ready.entity_slug}/${repoPath}` });
  await each(plan.critical_defects, async ({ repo_path, fixes, ...defect }) => {
    await record(ready, 'critical_defects', { ...pathOf(repo_path), ...defect });
    for (const fix of fixes)
      await record(ready, 'critical_defects', { ...pathOf(repo_path), defect_key: defect['defect_key'], ...fix });
  });
  await each(plan.releases, ({ repo_path, ...release }) =>
    record(ready, 'releases', { ...pathOf(repo_path), ...release }),
  );
}

const LlmTokens = z.array(
  z.object({
    ai_usage_provider_em: z.string(),
    last_used_at: z.string().nullable(),
    global_error_em: z.string().nullable(),
  }),
);

/** They are read in the background; the last thing that a tracker gives is its sprints. */
async function waitForProviders({ ready }: DemoContext): Promise<void> {
  const sprints = { ...scoped(ready), segment_by: 'sprint_end_story_points_completed', days_ago: '90' };
  for (;;) {
    const tokens = LlmTokens.parse(await ask(ready, 'api_tokens/llm_tokens', scoped(ready)));
    const refused = tokens.find((token) => token.global_error_em);
    if (refused) throw new Error(`${refused.ai_usage_provider_em}: ${refused.global_error_em}`);
    if (tokens.every((token) => token.last_used_at !== null) && hasValues(await ask(ready, 'reports', sprints))) return;
    await delay(POLL_MS);
  }
}

/** It is derived from commits and pull requests, some repos after the others. */
async function waitForEvidence({ ready }: DemoContext): Promise<void> {
  const query = { ...scoped(ready), segment_by: 'ai_code_line_percent', days_ago: '90' };
  while (!AiReport.parse(await ask(ready, 'reports', query)).coverage.is_current) await delay(POLL_MS);
}

const AiReport = z.object({ coverage: z.object({ is_current: z.boolean() }) });

/** They are derived once the imports have come to rest. */
async function waitForLives({ ready }: DemoContext): Promise<void> {
  const query = { ...scoped(ready), days_ago: '90' };
  while (!Survival.parse(await ask(ready, 'code_introspections/survival', query)).is_current) await delay(POLL_MS);
}

const Survival = z.object({ is_current: z.boolean() });

const scoped = (ready: Ready) => ({ resource_path: ready.entity_slug ?? '' });

const ask = (ready: Ready, path: string, query: Record<string, string>) =>
  callApi(`${ready.base_url}/api/v1/${path}?${new URLSearchParams(query)}`, ready.api_token);

const record = (ready: Ready, path: string, body: unknown, headers: Record<string, string> = {}) =>
  callApi(`${ready.base_url}/api/v1/${path}`, ready.api_token, { body, headers });

async function each<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < items.length; start += AT_ONCE)
    await Promise.all(items.slice(start, start + AT_ONCE).map(work));
}

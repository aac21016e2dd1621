import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insertRows, issueRow } from '@linescope/analytics/testing/fact-rows';
import { publishRaw } from '@linescope/chassis/events/publish';
import { eventSubject } from '@linescope/chassis/events/subjects';
import type { EventDefinition } from '@linescope/contract/events/define-event';
import { commitsStored, issuesStored, tagsStored } from '@linescope/contract/events/imports-events';
import { emptyIdentity, resolveIdentities } from '@linescope/developers-teams/actions/committers/resolve-identities';
import { encodeFactBatch } from '@linescope/facts/fact-batch';
import { commitsTable } from '@linescope/facts/git-tables';
import { issuesTable } from '@linescope/facts/provider-tables';
import { encodeRows } from '@linescope/facts/table';
import { changeSettings } from '@linescope/identity/actions/change-settings';
import { runAdmin } from '@linescope/identity/admin/run-admin';
import { makeTenant } from '@linescope/identity/testing/make-tenant';
import { eventually } from '@linescope/test-kit/eventually';
import { TEST_SECRET_KEYS } from '@linescope/test-kit/test-service';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Caller, Fields } from '../support/call-api.ts';
import { type Stack, startStack } from '../support/start-stack.ts';

let stack: Stack;
let api: Caller;
let token = '';
let entityId: number;
const repoIds: Record<string, number> = {};

const sha = (mark: string) => mark.repeat(40).slice(0, 40);
const at = (day: number, hour = 0) => new Date(Date.UTC(2026, 8, day, hour)).toISOString();

beforeAll(async () => {
  stack = await startStack();
  const acme = await stack.tenant('acme');
  entityId = acme.principal.entityId;
  token = acme.token;
  api = stack.callerOf(acme);
  for (const slug of ['app', 'web']) {
    const { repo } = await stack.imports.started.context.identity.registerRepo({
      entityId,
      gitProviderEm: 'hostC',
      organizationSlug: 'acme',
      repoSlug: slug,
      externalId: slug,
      defaultBranch: 'main',
      htmlUrl: '',
    });
    repoIds[slug] = repo?.id ?? 0;
  }
  await storeCommits('app', [
    { sha: sha('a1'), authored: at(1), message: 'Start' },
    { sha: sha('a2'), authored: at(5), message: 'Stop the leak (NAMED-1)', parents: [sha('a1')] },
    { sha: sha('a3'), authored: at(9), message: 'More', parents: [sha('a2')] },
  ]);
  await storeCommits('web', [{ sha: sha('b1'), authored: at(7), message: 'Web' }]);
});

interface TestCommit {
  sha: string;
  authored: string;
  message: string;
  parents?: string[];
}

async function storeCommits(repo: string, commits: TestCommit[]) {
  const { broker } = stack.analytics.started.context;
  const repoId = repoIds[repo] ?? 0;
  const rows = commits.map((commit) => ({
    entity_id: entityId, repo_id: repoId, sha: commit.sha, authored_at: Date.parse(commit.authored) / 1000, committed_at: Date.parse(commit.authored) / 1000,
    parents: commit.parents ?? [], author_name: 'Ann', author_email: 'ann@example.com', committer_name: 'Ann', committer_email: 'ann@example.com', committer_id: 1,
    message: commit.message, is_merge: false, on_default_branch: true, presence: 'existent', patch_id: '', ai_authored: false, ai_confidence: 0, ai_tool: '', ai_evidence: '', ai_model: '', line_records: false,
    files_changed: 1, lines_added: 1, lines_deleted: 0, issue_keys: [], stored_at: 0, version: 1,
  })); // biome-ignore format: a table of values
  const batchId = `${repo}:${commits[0]?.sha}`;
  const message = encodeFactBatch({ batchId, entityId, repoId, shas: commits.map((commit) => commit.sha) }, [
    { table: commitsTable, rows: rows.length, bytes: encodeRows(commitsTable, rows) },
  ]);
  await publishRaw(broker, `${broker.namespace}.facts.${entityId}.git.v1`, message, { messageId: batchId });
  const last = commits.at(-1)?.sha;
  await eventually(
    async () =>
      (
        await stack.clickHouse.query({
          name: 't',
          sql: `SELECT 1 AS one FROM commits WHERE sha = '${last}'`,
          row: z.unknown(),
        })
      ).length > 0,
  );
}

const defects = async (query: Fields = {}) =>
  (await api.get('/critical_defects', { resource_path: 'acme', ...query })).body;
const defect = async (key: string) =>
  (await defects()).critical_defects.find((row: { defectKey: string }) => row.defectKey === key);
const record = (fields: Fields) => api.post('/critical_defects', { resource_path: 'acme', ...fields });
const release = (fields: Fields) => api.post('/releases', { resource_path: 'acme/acme/app', ...fields });
const releases = async (query: Fields = {}) =>
  (await api.get('/releases', { resource_path: 'acme', start_date: '2026-01-01', ...query })).body;

describe('a defect', () => {
  test('is of the repo of its fix before that is released, in audits and reports as in the list', async () => {
    await record({ defect_key: 'PUSHED', detected_at: at(10) });
    await record({ defect_key: 'PUSHED', fix_repo_path: 'acme/acme/web', fix_pushed_at: at(11) });
    expect((await defect('PUSHED')).repoPaths).toEqual(['acme/web']);
    await eventually(async () => {
      const query = { resource_path: 'acme/acme/web', resource_type: 'critical_defects' };
      const { critical_defects: audited } = (await api.get('/audits', query)).body;
      return audited.some((row: { defect_key: string }) => row.defect_key === 'PUSHED');
    });
  });

  test('is recorded in an entity, an organization or a repo, once', async () => {
    for (const [key, path] of [
      ['IN-ENTITY', 'acme'],
      ['IN-ORG', 'acme/acme'],
      ['IN-REPO', 'acme/acme/app'],
    ] as const) {
      const first = await record({
        resource_path: path,
        defect_key: key,
        detected_at: at(10),
        category: 'outage',
        severity: 2,
      });
      expect([first.status, first.body.action_em]).toEqual([201, 'action_defect_created']);
      expect((await record({ resource_path: path, defect_key: key, detected_at: at(10) })).status).toBe(200);
    }
    expect(await defect('IN-REPO')).toMatchObject({
      customerDefectIdentifier: 'outage',
      severity: 2,
      detectedAt: 'September 10, 2026 00:00 UTC',
      repoPaths: ['acme/app'],
      resolvedAt: null,
    });
    const inOrg = (await defects({ resource_path: 'acme/acme' })).critical_defects.map(
      (row: { defectKey: string }) => row.defectKey,
    );
    expect(inOrg).toEqual(expect.arrayContaining(['IN-ORG', 'IN-REPO']));
    expect(inOrg).not.toContain('IN-ENTITY');
  });

  test('needs a time to be recorded; a fix for one that does not exist is a conflict', async () => {
    const timeless = await record({ defect_key: 'NEW-1' });
    expect([timeless.status, timeless.body.errors[0]]).toEqual([
      400,
      { param: 'detected_at', code_em: 'missing', detail: expect.any(String) },
    ]);
    expect((await record({ resource_path: 'acme/acme/app', defect_key: 'NEW-1', fix_released_now: true })).status).toBe(
      409,
    );
    expect((await record({ defect_key: 'NEW-1', detected_now: 'TRUE' })).status).toBe(201);
  });

  test('cannot be fixed where the path names an organization or an entity', async () => {
    for (const path of ['acme', 'acme/acme']) {
      for (const fix of [{ fix_released_at: at(12) }, { fix_released_now: true }, { fix_released_sha: sha('a2') }]) {
        const refused = await record({ resource_path: path, defect_key: 'IN-ENTITY', ...fix });
        expect([refused.status, refused.body.errors[0].param]).toEqual([400, 'resource_path']);
      }
    }
  });

  test('is fixed in several repos, and resolved at the latest fix', async () => {
    await record({ defect_key: 'MULTI', detected_at: at(2) });
    await record({ resource_path: 'acme/acme/app', defect_key: 'MULTI', fix_released_at: at(12) });
    await record({ resource_path: 'acme/acme/web', defect_key: 'MULTI', fix_released_at: at(20) });
    await record({
      resource_path: 'acme',
      fix_repo_path: 'acme/acme/app',
      defect_key: 'MULTI',
      fix_released_at: at(15),
      fix_pushed_at: at(14),
    });
    expect(await defect('MULTI')).toMatchObject({
      firstFixReleasedAt: 'September 12, 2026 00:00 UTC',
      finalFixReleasedAt: 'September 20, 2026 00:00 UTC',
      resolvedAt: 'September 20, 2026 00:00 UTC',
      minutesToResolved: 18 * 24 * 60,
      repoPaths: ['acme/app', 'acme/web'],
      timelineHours: [
        { title: 'Time to first activity', key: 'hours_to_first_activity', hours: null },
        { title: 'First fix merged', key: 'first_fix_merged_at', hours: 12 * 24 },
        { title: 'Activity to first release', key: 'activity_to_first_release', hours: null },
        { title: 'First to final release', key: 'first_release_to_final_release', hours: 8 * 24 },
      ],
    });
  });

  test('fixed by a sha takes its authored time, and ignores the time given beside it', async () => {
    await record({ defect_key: 'BY-SHA', detected_at: at(2) });
    await record({
      resource_path: 'acme/acme/app',
      defect_key: 'BY-SHA',
      fix_released_sha: sha('a3'),
      fix_released_at: at(28),
    });
    expect(await defect('BY-SHA')).toMatchObject({
      resolvedAt: 'September 9, 2026 00:00 UTC',
      firstFixActivityAt: 'September 9, 2026 00:00 UTC',
      minutesActivityToDeploy: 0,
    });
  });

  test('knows its first activity from a commit that names its key', async () => {
    await record({ defect_key: 'NAMED-1', detected_at: at(3) });
    expect(await defect('NAMED-1')).toMatchObject({
      firstFixActivityAt: 'September 5, 2026 00:00 UTC',
      hoursToFirstActivity: 48,
      minutesToFirstActivity: 48 * 60,
    });
  });

  test('takes a sha that is not imported yet, and completes it when the commit arrives', async () => {
    await record({ defect_key: 'EARLY', detected_at: at(2) });
    expect(
      (await record({ resource_path: 'acme/acme/app', defect_key: 'EARLY', fix_released_sha: sha('c1') })).status,
    ).toBe(201);
    expect((await defect('EARLY')).resolvedAt).toBeTruthy();
    await storeCommits('app', [{ sha: sha('c1'), authored: at(11), message: 'Late', parents: [sha('a3')] }]);
    await eventually(async () => (await defect('EARLY')).resolvedAt === 'September 11, 2026 00:00 UTC');
  });

  test('refuses a sha of another repo, a day that does not exist, and two words for one time', async () => {
    const answers = await Promise.all([
      record({ resource_path: 'acme/acme/app', defect_key: 'IN-REPO', fix_released_sha: sha('b1') }),
      record({ defect_key: 'X', detected_at: '2026-02-30' }),
      record({ defect_key: 'X', detected_at: at(1), detected_now: true }),
      record({
        resource_path: 'acme/acme/app',
        defect_key: 'X',
        detected_at: at(1),
        fix_released_at: at(2),
        fix_released_now: true,
      }),
      record({ defect_key: 'bad key!', detected_at: at(1) }),
      record({ resource_path: 'acme/acme/app', defect_key: 'X', detected_at: at(1), fix_released_sha: 'abc' }),
    ]);
    expect(answers.map((answer) => [answer.status, answer.body.errors[0].param])).toEqual([
      [400, 'fix_released_sha'],
      [400, 'detected_at'],
      [400, 'detected_now'],
      [400, 'fix_released_now'],
      [400, 'defect_key'],
      [400, 'fix_released_sha'],
    ]);
    expect(await defect('X')).toBeUndefined();
  });

  test('is listed while it is active in the range', async () => {
    const keys = async (query: Fields) =>
      (await defects(query)).critical_defects.map((row: { defectKey: string }) => row.defectKey);
    expect(await keys({ end_date: '2026-09-02' })).toEqual(expect.arrayContaining(['MULTI', 'BY-SHA']));
    expect(await keys({ end_date: '2026-09-02' })).not.toContain('IN-REPO');
    expect(await keys({ start_date: '2026-09-21' })).not.toContain('MULTI');
    expect(await keys({ start_date: '2026-09-20' })).toContain('MULTI');
    expect((await defects({ page: 0 })).response_em).toBe('response_invalid_parameters');
    expect(await defects({ page: 99 })).toMatchObject({ critical_defects: [], page: 99, per_page: 50, page_count: 1 });
    expect((await api.get('/critical_defects', { resource_path: 'other' })).status).toBe(404);
  });

  test('with markup in its description is harmless and fast', async () => {
    const hostile = [
      '<script>alert(1)</script>',
      '[x](javascript:alert(1))',
      '<img src=x onerror=alert(1)>',
      '**fine**',
      '<a href="data:text/html,x">y</a>',
    ].join('\n\n');
    await record({ defect_key: 'MARKUP', detected_at: at(1), description: hostile });
    const { htmlDescription } = await defect('MARKUP');
    expect(htmlDescription).toContain('<strong>fine</strong>');
    expect(htmlDescription).not.toMatch(/<script|<img|<a [^>]*(javascript|data):/i);
    const large = '&'.repeat(16 * 1024);
    expect((await record({ defect_key: 'LARGE', detected_at: at(1), description: large })).status).toBe(201);
    expect((await defect('LARGE')).htmlDescription.startsWith('<pre>')).toBe(true);
    expect((await record({ defect_key: 'HUGE', detected_at: at(1), description: `${large}&` })).status).toBe(400);
  });

  test('created 200 times at once is one, and 50 fixes at once resolve at the latest', async () => {
    const creates = await Promise.all(
      Array.from({ length: 200 }, () => record({ defect_key: 'CROWD', detected_at: at(1) })),
    );
    expect(new Set(creates.map((answer) => answer.status))).toEqual(new Set([200, 201]));
    expect(creates.filter((answer) => answer.status === 201)).toHaveLength(1);
    const fixes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        record({
          resource_path: 'acme/acme/app',
          defect_key: 'CROWD',
          fix_released_at: new Date(Date.UTC(2026, 8, 2, 0, index)).toISOString(),
        }),
      ),
    );
    expect(new Set(fixes.map((answer) => answer.status))).toEqual(new Set([201]));
    expect(await defect('CROWD')).toMatchObject({ resolvedAt: 'September 2, 2026 00:49 UTC' });
  });
});

describe('a release', () => {
  test('takes its commit from the newest at its time, and counts the commits since the one before', async () => {
    expect((await release({ name: 'v1', released_at: at(6) })).status).toBe(201);
    expect((await release({ name: 'v2', released_at: String(Date.parse(at(10)) / 1000) })).status).toBe(201);
    const { releases: listed } = await releases();
    const [v2, v1] = listed.filter((row: { name: string }) => /^v[12]$/.test(row.name));
    expect(v1).toMatchObject({
      repo: 'app',
      repo_path: 'acme/app',
      triggered_by: 'api',
      commit_count: 2,
      released_at: '2026-09-06T00:00:00Z',
      deployed_by: null,
    });
    expect(v2).toMatchObject({ commit_count: 1 });
  });

  test('that is posted again keeps its first time and adds keys', async () => {
    await record({ defect_key: 'CARRIED', detected_at: at(4) });
    const first = await release({ name: 'v3', release_sha: sha('a3') });
    expect([first.status, first.body.action_em]).toEqual([201, 'action_release_created']);
    expect(
      (
        await release({
          name: 'v3',
          head_long: sha('a3'),
          release_now: true,
          defect_keys: ['CARRIED'],
          issue_keys_resolved: ['OPS-1', 'OPS-2'],
        })
      ).status,
    ).toBe(200);
    const v3 = (await releases()).releases.find((row: { name: string }) => row.name === 'v3');
    expect(v3).toMatchObject({ released_at: '2026-09-09T00:00:00Z', defect_count: 1, issue_count: 2 });
    expect((await defect('CARRIED')).resolvedAt).toBe('September 9, 2026 00:00 UTC');
  });

  test('needs a repo, a time or a sha, and known defects', async () => {
    const answers = [
      await release({ name: 'timeless' }),
      await release({ resource_path: 'acme', released_at: at(1) }),
      await release({ release_sha: sha('b1') }),
      await release({ released_at: at(1), release_now: true }),
      await release({ release_sha: sha('a1'), head_long: sha('a2') }),
      await release({ name: 'unknown-defect', released_at: at(1), defect_keys: 'NOPE' }),
    ];
    expect(answers.map((answer) => [answer.status, answer.body.errors[0].param])).toEqual([
      [400, 'released_at'],
      [400, 'resource_path'],
      [400, 'release_sha'],
      [400, 'release_now'],
      [400, 'head_long'],
      [409, 'defect_keys'],
    ]);
    expect((await releases()).releases.some((row: { name: string }) => row.name === 'unknown-defect')).toBe(false);
  });

  test('of a sha not yet imported is completed when its commit arrives', async () => {
    await release({ name: 'early', release_sha: sha('d1') });
    await storeCommits('app', [{ sha: sha('d1'), authored: at(13), message: 'Late', parents: [sha('c1')] }]);
    await eventually(async () =>
      (await releases()).releases.some(
        (row: { name: string; released_at: string }) =>
          row.name === 'early' && row.released_at === '2026-09-13T00:00:00Z',
      ),
    );
  });

  test('is listed by POST only with a list-only parameter and nothing that names a release', async () => {
    const listed = await api.post('/releases', { resource_path: 'acme', days_ago: 365 });
    expect([listed.status, listed.body.action_em]).toEqual([200, 'action_release_list']);
    expect(
      (await api.post('/releases', { resource_path: 'acme/acme/app', days_ago: 3, name: 'posted', released_at: at(3) }))
        .body.action_em,
    ).toBe('action_release_created');
    expect((await api.get('/releases', { resource_path: 'acme', days_ago: 0 })).body.total_count).toBe(0);
    expect(
      (
        await api.get('/releases', { resource_path: 'acme', start_date: '2026-09-09', end_date: '2026-09-10' })
      ).body.releases.map((row: { name: string }) => row.name),
    ).toEqual(['v2', 'v3']);
  });

  test('posted 200 times at once is one', async () => {
    const posts = await Promise.all(Array.from({ length: 200 }, () => release({ name: 'crowd', released_at: at(8) })));
    expect(new Set(posts.map((answer) => answer.status))).toEqual(new Set([200, 201]));
    expect(posts.filter((answer) => answer.status === 201)).toHaveLength(1);
  });
});

/** As the unit that saw it gives it. */
async function publish<Data extends z.ZodType>(definition: EventDefinition<Data>, data: z.input<Data>): Promise<void> {
  const { broker } = stack.analytics.started.context;
  const id = `test:${definition.type}:${JSON.stringify(data)}`;
  const event = {
    id,
    type: definition.type,
    entityId,
    aggregateId: '1',
    aggregateVersion: 0,
    occurredAt: new Date().toISOString(),
    data,
  };
  const subject = eventSubject(broker.namespace, definition, entityId);
  await publishRaw(broker, subject, Buffer.from(JSON.stringify(event)), { messageId: id });
}

const settle = (settings: Record<string, unknown>) => {
  const { postgres, outbox } = stack.identity.started.context;
  return postgres.transaction((tx) => changeSettings(tx, outbox, { entitySlug: 'acme', settings, actor: 'test' }));
};
const named = async (name: string) =>
  (await releases()).releases.find((row: { name: string | null }) => row.name === name);

describe('a release that gives more', () => {
  test('names its deployer by the account at the code host, with the developer’s record', async () => {
    const ada = { ...emptyIdentity, name: 'Ada', userName: 'ada', email: 'ada@acme.example', gitProviderId: '77' };
    await resolveIdentities(stack.developersTeams.started.context, entityId, null, [ada]);
    await release({ name: 'by-ada', released_at: at(16), deployed_by_user_name: 'ada' });
    await release({ name: 'by-nobody', released_at: at(16), deployed_by_user_name: 'ghost' });
    expect((await named('by-ada')).deployed_by).toEqual({
      id: expect.any(Number),
      committer_user_name: 'ada',
      full_name: 'Ada',
      git_provider_id: '77',
      last_commit_authored_at: null,
      last_commit_committed_at: null,
      processing_status: 'processing_stats',
      provider_email: 'ada@acme.example',
      user_id: null,
    });
    expect((await named('by-nobody')).deployed_by).toBeNull();
  });

  test('makes defects of the bugs and hotfixes it deploys, also of those the tracker gives later', async () => {
    const issue = { entity_id: entityId, project_name: 'Operations', created_at: at(3), title: 'It broke' };
    await insertRows(stack.clickHouse, issuesTable, [
      issueRow({ ...issue, key: 'OPS-10', issue_id: 10, type: 'Bug', url: 'https://tracker.example/OPS-10' }),
      issueRow({ ...issue, key: 'OPS-11', issue_id: 11, type: 'Story' }),
    ]);
    const keys = ['OPS-10', 'OPS-11', 'OPS-12'];
    await release({ name: 'deploys-issues', released_at: at(17), issue_keys_resolved: keys });
    expect(await named('deploys-issues')).toMatchObject({ issue_count: 3, defect_count: 1 });
    expect(await defect('OPS-10')).toMatchObject({
      detectedAt: 'September 3, 2026 00:00 UTC',
      resolvedAt: 'September 17, 2026 00:00 UTC',
      repoPaths: ['acme/app'],
      issueTracker: {
        issueIdentifier: 'OPS-10',
        projectName: 'Operations',
        url: 'https://tracker.example/OPS-10',
        title: 'It broke',
      },
    });
    expect(await defect('OPS-11')).toBeUndefined();
    const later = {
      title: 'Late',
      projectName: 'Operations',
      url: '',
      repoId: null,
      createdAt: at(4),
      resolvedAt: null,
    };
    await publish(issuesStored, { issues: [{ ...later, key: 'OPS-12', type: 'Hotfix', priority: null }] });
    await eventually(async () => (await named('deploys-issues')).defect_count === 2);
    expect((await defect('OPS-12')).resolvedAt).toBe('September 17, 2026 00:00 UTC');
  });

  test('comes from git where the entity says so: tags by pattern, pushes to a branch, merge messages', async () => {
    await settle({
      release_rules: { tag_pattern: 'rel-*', push_branch: 'production', merge_message_pattern: 'Release *' },
    });
    const repoId = repoIds['web'] ?? 0;
    const tag = (name: string, mark: string) => ({ name, sha: sha(mark), taggedAt: at(18) });
    await publish(tagsStored, { repoId, tags: [tag('rel-1', 'b1'), tag('nightly', 'e2')] });
    await publish(commitsStored, {
      repoId,
      shas: [],
      branchTips: [
        { branch: 'production', sha: sha('e3'), committedAt: at(19) },
        { branch: 'main', sha: sha('e4'), committedAt: at(19) },
      ],
      merges: [
        { sha: sha('e5'), subject: 'Release 5 of the web', committedAt: at(20) },
        { sha: sha('e6'), subject: 'Merge branch x', committedAt: at(20) },
      ],
    });
    const ofWeb = async () =>
      (await releases({ resource_path: 'acme/acme/web' })).releases.map(
        (row: { triggered_by: string; name: string | null; released_at: string }) =>
          [row.triggered_by, row.name, row.released_at].join(' '),
      );
    await eventually(async () => (await ofWeb()).length === 3);
    expect(await ofWeb()).toEqual([
      'merge  2026-09-20T00:00:00Z',
      'push  2026-09-19T00:00:00Z',
      'tag rel-1 2026-09-18T00:00:00Z',
    ]);
    await publish(tagsStored, { repoId, tags: [tag('rel-1', 'b1'), tag('rel-2', 'e7')] });
    await eventually(async () => (await ofWeb()).length === 4);
  });

  test('of a team is one in the repos the team works in', async () => {
    await api.post('/teams', { name: 'Web', developer_members: 'ada', repo_paths: 'acme/web' });
    const paths = async (query: Fields) =>
      new Set((await releases(query)).releases.map((row: { repo_path: string }) => row.repo_path));
    expect(await paths({ team_slug: 'web' })).toEqual(new Set(['acme/web']));
    expect(await paths({})).toEqual(new Set(['acme/app', 'acme/web']));
    const unknown = await api.get('/releases', { resource_path: 'acme', team_slug: 'nobodys' });
    expect([unknown.status, unknown.body.errors[0].param]).toEqual([404, 'team_slug']);
    await record({ resource_path: 'acme/acme/web', defect_key: 'OF-WEB', detected_at: at(5) });
    const keys = (await defects({ team_slug: 'web' })).critical_defects.map(
      (row: { defectKey: string }) => row.defectKey,
    );
    expect(keys).toContain('OF-WEB');
    expect(keys).not.toContain('IN-REPO');
  });
});

describe('a defect that a tracker gives', () => {
  test('is recorded where the entity’s rule says so, and keeps what the customer says of it', async () => {
    await record({ defect_key: 'OPS-21', detected_at: at(1), severity: 4 });
    const issue = { title: 'Down', projectName: 'Operations', url: 'https://tracker.example/1', createdAt: at(6) };
    const ofApp = { ...issue, type: 'bug', priority: 'highest', repoId: repoIds['app'] ?? 0, resolvedAt: at(8) };
    await publish(issuesStored, {
      issues: [
        { ...ofApp, key: 'OPS-20' },
        { ...ofApp, key: 'OPS-21', repoId: null },
        { ...ofApp, key: 'OPS-22', priority: 'Low' },
        { ...ofApp, key: 'OPS-23', type: 'Story' },
      ],
    });
    await eventually(async () => (await defect('OPS-21')).issueTracker !== null);
    expect(await defect('OPS-20')).toMatchObject({
      detectedAt: 'September 6, 2026 00:00 UTC',
      resolvedAt: 'September 8, 2026 00:00 UTC',
      repoPaths: ['acme/app'],
    });
    expect(await defect('OPS-21')).toMatchObject({ detectedAt: 'September 1, 2026 00:00 UTC', severity: 4 });
    expect([await defect('OPS-22'), await defect('OPS-23')]).toEqual([undefined, undefined]);
  });
});

describe('callers', () => {
  test('of every role may record and list in their own entity, and see none of another', async () => {
    const { context } = stack.identity.started;
    const member = stack.callerOf(await makeTenant(context, { slug: 'acme', role: 'member' }));
    const mine = { resource_path: 'acme', defect_key: 'BY-MEMBER', detected_now: true };
    expect((await member.post('/critical_defects', mine)).status).toBe(201);
    const released = { resource_path: 'acme/acme/app', release_now: true, name: 'by-member' };
    expect((await member.post('/releases', released)).status).toBe(201);
    const outsider = stack.callerOf(await makeTenant(context, { slug: 'globex', role: 'admin' }));
    for (const path of ['/critical_defects', '/releases']) {
      const answer = await outsider.get(path, { resource_path: 'acme' });
      expect([answer.status, answer.body.response_em]).toEqual([404, 'response_not_found']);
      expect((await outsider.get(path, { resource_path: 'globex' })).body.total_count).toBe(0);
      expect((await fetch(`${stack.baseUrl}/api/v1${path}?resource_path=acme`)).status).toBe(401);
    }
    const theirs = { resource_path: 'acme', defect_key: 'NOT-YOURS', detected_now: true };
    expect((await outsider.post('/critical_defects', theirs)).status).toBe(404);
  });

  test('are given every fault of a call at once', async () => {
    const faults = await record({ defect_key: '', detected_at: 'soon', severity: 'high', fix_released_sha: 'abc' });
    expect(faults.body.errors.map((error: { param: string }) => error.param).toSorted()).toEqual([
      'defect_key',
      'detected_at',
      'fix_released_sha',
      'severity',
    ]);
    const two = await record({ resource_path: 'acme/acme/app,acme/acme/web', defect_key: 'TWO', detected_now: true });
    expect([two.status, two.body.errors[0].param]).toEqual([400, 'resource_path']);
  });
});

describe('the past', () => {
  test('comes from CSV files, a row a call, and a run that was cut short goes on where it stopped', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'linescope-csv-'));
    const file = join(folder, 'defects.csv');
    const rows = (third: string) =>
      [
        'resource_path,defect_key,detected_at,description',
        'acme,CSV-1,2026-09-01,"One, and ""more"""',
        'acme,CSV-2,2026-09-02,',
        `acme,CSV-3,${third},`,
      ].join('\n');
    const run = () =>
      runAdmin(['import-csv', 'defects', file, '--base-url', stack.baseUrl, '--json'], {
        DATABASE_URL: stack.identityUrl,
        SECRET_KEYS: TEST_SECRET_KEYS,
        LINESCOPE_TOKEN: token,
      });
    await writeFile(file, rows('2026-02-30'));
    expect((await run()).stderr).toContain('Line 4 was refused: detected_at');
    await writeFile(file, rows('2026-09-03'));
    expect(JSON.parse((await run()).stdout)).toEqual({ recorded: 1, skipped: 2 });
    expect(JSON.parse((await run()).stdout)).toEqual({ recorded: 3, skipped: 0 });
    expect((await defect('CSV-1')).htmlDescription).toMatch(/One, and .*more/);
    expect(await defect('CSV-3')).toMatchObject({ detectedAt: 'September 3, 2026 00:00 UTC' });
    await rm(folder, { recursive: true });
  });
});

import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { git } from '@linescope/code-host/sample-host';
import { type RepositoryRecord, repositoryRecord } from '@linescope/code-host/store/records';
import { trackerRecord } from '@linescope/code-host/tracker/records';
import { readAuthorshipNote } from '@linescope/source-reading/line-records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ensureDemoOrganization } from './make-demo.ts';
import { blueprints } from './plan/repo-blueprints.ts';

const now = new Date('2026-11-13T15:00:00Z');
const planSchema = z.object({
  repo_paths: z.array(z.string()),
  teams: z.array(z.object({ name: z.string(), developer_members: z.array(z.string()) })),
  critical_defects: z.array(
    z.object({
      repo_path: z.string(),
      defect_key: z.string(),
      detected_at: z.string(),
      fixes: z.array(z.object({ fix_released_sha: z.string().optional() })),
    }),
  ),
  releases: z.array(
    z.object({ repo_path: z.string(), name: z.string(), release_sha: z.string(), released_at: z.string() }),
  ),
  time_off: z.array(z.object({ committer_user_name: z.string(), start_date: z.iso.date(), end_date: z.iso.date() })),
  ai_usages: z.array(z.object({ date: z.iso.date(), llm_model_name: z.string(), lines_added: z.number() })),
});

let root: string;
const names = blueprints.map((blueprint) => blueprint.name);
const gitDir = (name: string, at = 'one') => join(root, at, 'repos', 'aurora', `${name}.git`);
const json = (...parts: string[]): unknown => JSON.parse(readFileSync(join(root, 'one', ...parts), 'utf8'));
const records = new Map<string, RepositoryRecord>();
const everyPull = () => [...records.values()].flatMap((record) => record.pull_requests);
const quarter = now.getTime() - 90 * 86_400_000;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'demo-'));
  await ensureDemoOrganization(join(root, 'one'), now, 7);
  for (const name of names) records.set(name, repositoryRecord.parse(json('aurora', `${name}.json`)));
}, 60_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the demo organization', { timeout: 60_000 }, () => {
  it('is the same for the same time and seed, and is not made twice for a day', async () => {
    await ensureDemoOrganization(join(root, 'two'), now, 7);
    for (const name of names) expect(git(gitDir(name, 'two'), 'for-each-ref')).toBe(git(gitDir(name), 'for-each-ref'));
    const before = statSync(join(root, 'two', 'demo-plan.json')).mtimeMs;
    expect(await ensureDemoOrganization(join(root, 'two'), new Date('2026-11-13T23:00:00Z'), 7)).toMatchObject({
      made: false,
    });
    expect(statSync(join(root, 'two', 'demo-plan.json')).mtimeMs).toBe(before);
  });

  it('has sound repositories whose commits of the last 13 months come from 25 people', () => {
    const authors = new Set<string>();
    for (const name of names) {
      expect(git(gitDir(name), 'fsck', '--strict', '--no-dangling')).toBe('');
      const log = git(
        gitDir(name),
        'log',
        '--no-merges',
        '--since=2025-10-13T00:00:00Z',
        '--format=%an%x09%ct',
        'main',
      ).split('\n');
      expect(log.length).toBeGreaterThan(250);
      for (const line of log) {
        const [author = '', at = ''] = line.split('\t');
        expect(Number(at) * 1000).toBeLessThanOrEqual(now.getTime());
        authors.add(author);
      }
    }
    expect([...authors].filter((author) => !author.endsWith('[bot]')).length).toBe(25);
    expect(authors).toContain('dependabot[bot]');
  });

  it('keeps the head of every pull request in git, and its merge commit on main', () => {
    for (const [name, record] of records) {
      const heads = new Map(
        git(gitDir(name), 'for-each-ref', '--format=%(refname) %(objectname)', 'refs/pull')
          .split('\n')
          .map((line) => line.split(' '))
          .map(([ref, sha]) => [ref, sha]),
      );
      const onMain = new Set(git(gitDir(name), 'rev-list', 'main').split('\n'));
      for (const pull of record.pull_requests) {
        expect(heads.get(`refs/pull/${pull.number}/head`)).toBe(pull.head_sha);
        if (pull.merge_commit_sha) expect(onMain).toContain(pull.merge_commit_sha);
      }
    }
  });

  it('knows every fate of a pull request, also in the last quarter', () => {
    const pulls = everyPull();
    expect(pulls.length).toBeGreaterThan(400);
    const recent = pulls.filter((pull) => Date.parse(pull.created_at) > quarter);
    expect(recent.some((pull) => pull.closed_at === null)).toBe(true);
    expect(recent.some((pull) => pull.closed_at !== null && pull.merged_at === null)).toBe(true);
    expect(
      pulls.some((pull) => pull.closed_at === null && Date.parse(pull.updated_at) < now.getTime() - 14 * 86_400_000),
    ).toBe(true);
    const merged = recent.filter((pull) => pull.merged_at !== null);
    expect(merged.some((pull) => pull.reviews.length === 0)).toBe(true);
    expect(
      merged.some((pull) => pull.reviews.length > 0 && pull.reviews.every((review) => review.author.endsWith('[bot]'))),
    ).toBe(true);
    expect(merged.some((pull) => pull.reviews.some((review) => review.state === 'CHANGES_REQUESTED'))).toBe(true);
    expect(merged.some((pull) => pull.comments.length > 0)).toBe(true);
  });

  it('has merges, squashes, rebases, cherry-picks, renames, reverts and the trailers of three assistants', () => {
    const all = (...args: string[]) => names.map((name) => git(gitDir(name), 'log', ...args)).join('\n');
    expect(all('--merges', '--format=%s', 'main')).toMatch(/Merge pull request #\d+ from aurora\//);
    expect(all('--no-merges', '--format=%s', 'main')).toMatch(/ \(#\d+\)$/m);
    expect(all('--format=%s', 'main')).toMatch(/^Revert "/m);
    expect(all('-M', '--diff-filter=R', '--name-status', '--format=', 'main')).toMatch(/^R\d+/m);
    const bodies = all('--since=2026-08-15', '--format=%B', 'main');
    for (const assistant of ['Claude', 'Cursor', 'Copilot'])
      expect(bodies).toMatch(new RegExp(`co-authored-by: ${assistant} <`, 'i'));
    const twice = names.some((name) => {
      const stamps = git(gitDir(name), 'log', '--no-merges', '--format=%an %at %s', 'main').split('\n');
      return new Set(stamps).size < stamps.length;
    });
    expect(twice).toBe(true);
  });

  it('has notes of Git AI on commits of people who use it, with lines of an assistant and lines that were typed', () => {
    for (const name of names) {
      const noted = git(gitDir(name), 'notes', '--ref=ai', 'list').split('\n').slice(-40);
      expect(noted.length).toBe(40);
      const records = noted.map((line) => {
        const [blob = '', sha = ''] = line.split(' ');
        return { sha, record: readAuthorshipNote(git(gitDir(name), 'cat-file', 'blob', blob)) };
      });
      expect(records.every(({ record }) => record !== null && record.ranges.length > 0)).toBe(true);
      const authors = records.flatMap(({ record }) => record?.authors ?? []);
      expect(authors.some(({ ai, model }) => ai && model !== '') && authors.some(({ ai }) => !ai)).toBe(true);
      const own = { named: 0, added: 0 };
      for (const { sha, record } of records.slice(0, 5)) {
        const byAssistant = record?.authors.some(({ ai }) => ai);
        if (byAssistant) expect(git(gitDir(name), 'log', '-1', '--format=%B', sha)).toMatch(/co-authored-by: /i);
        for (const { path, from, to } of record?.ranges ?? []) {
          const lines = git(gitDir(name), 'blame', '-s', '-l', `-L${from},${to}`, sha, '--', path).split('\n');
          own.named += to - from + 1;
          own.added += lines.filter((line) => line.startsWith(sha)).length;
        }
      }
      // Of two equal lines, git may take the other for the new one.
      expect(own.added / own.named).toBeGreaterThan(0.95);
    }
  });

  it('ties review comments to lines that stand in the file at that commit', () => {
    for (const [name, record] of records) {
      const comments = record.pull_requests.flatMap((pull) => pull.review_comments).slice(-4);
      expect(comments.length).toBe(4);
      for (const comment of comments) {
        const lines = git(gitDir(name), 'show', `${comment.commit_id}:${comment.path}`).split('\n');
        expect(comment.line).toBeLessThanOrEqual(lines.length);
      }
    }
  });

  it('plans releases, defects with their fixes, teams, time off and AI usage that fit the history', () => {
    const plan = planSchema.parse(json('demo-plan.json'));
    expect(plan.teams.flatMap((team) => team.developer_members).length).toBe(25);
    expect(plan.releases.filter((release) => Date.parse(release.released_at) > quarter).length).toBeGreaterThan(15);
    for (const name of names) {
      const here = <T extends { repo_path: string }>(items: T[]) =>
        items.filter((item) => item.repo_path === `aurora/${name}`);
      const tags = git(gitDir(name), 'for-each-ref', '--format=%(*objectname) %(refname:short)', 'refs/tags').split(
        '\n',
      );
      expect(tags.sort()).toEqual(
        here(plan.releases)
          .map((release) => `${release.release_sha} ${release.name}`)
          .sort(),
      );
      const onMain = new Set(git(gitDir(name), 'rev-list', 'main').split('\n'));
      const subjects = git(gitDir(name), 'log', '--format=%s', 'main');
      for (const { defect_key, fixes } of here(plan.critical_defects)) {
        if (fixes.length > 0) expect(subjects).toContain(`${defect_key}: `);
        for (const { fix_released_sha: sha } of fixes) if (sha !== undefined) expect(onMain).toContain(sha);
      }
    }
    const recent = plan.critical_defects.filter((defect) => Date.parse(defect.detected_at) > quarter);
    expect(recent.length).toBeGreaterThan(3);
    expect(plan.time_off.length).toBeGreaterThan(25);
    expect(plan.ai_usages.length).toBeGreaterThan(50);
  });

  it('has epics, sprints, story points and tickets that were done, spilled over or came unplanned', () => {
    const { issues, sprints, projects } = trackerRecord.parse(json('aurora', 'tracker.json'));
    expect(projects.flatMap((project) => project.members).length).toBe(25);
    const start = new Map(sprints.map((sprint) => [sprint.id, Date.parse(sprint.start)]));
    const recent = issues.filter((issue) => Date.parse(issue.resolved_at ?? '') > quarter);
    for (const type of ['Story', 'Task', 'Bug', 'Hotfix', 'Epic'])
      expect(recent.some((issue) => issue.type === type)).toBe(true);
    expect(recent.some((issue) => issue.sprint_ids.length > 1)).toBe(true);
    expect(
      recent.some(
        (issue) => Date.parse(issue.created_at) > (start.get(issue.sprint_ids[0] ?? 0) ?? Number.POSITIVE_INFINITY),
      ),
    ).toBe(true);
    expect(recent.some((issue) => issue.points === null) && recent.some((issue) => issue.points === 5)).toBe(true);
    for (const issue of issues)
      expect(issue.changes.map((change) => change.at)).toEqual(issue.changes.map((change) => change.at).toSorted());
  });
});

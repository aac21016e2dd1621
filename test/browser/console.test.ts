/**
 * The console in a real browser on a real stack, shared by the whole file. Skipped, with a line that says so, where there is no
 * Chromium and none can be installed.
 */
import { DAY_MS } from '@linescope/contract/days';
import { makeSignInLink } from '@linescope/identity/actions/make-sign-in-link';
import { CLIENT, testOidcProvider } from '@linescope/identity/testing/test-oidc-provider';
import { eventually } from '@linescope/test-kit/eventually';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium, openBrowser } from '../support/chromium.ts';
import {
  accessibilityFaults,
  openPage,
  settled,
  sidewaysScroll,
  signIn,
  type WatchedPage,
} from '../support/console-page.ts';
import { type ConsoleWorld, makeConsoleWorld } from '../support/console-world.ts';
import { CODE_HOST_TOKEN } from '../support/start-stack.ts';
import { onDay } from '../support/talkative-repo.ts';
import {
  changeTracker,
  connectTracker,
  removeRepo,
  setSingleSignOn,
  signInLinkFor,
  watchTracker,
} from './administration.ts';

const chromium = await findChromium();
const PAGES = [
  '/',
  '/explore?segments=diff_delta,churn_line_percent',
  '/explore?segments=commit_count&compare=1',
  '/delivery',
  '/pull-requests',
  '/code',
  '/code?scope=acme/acme/sums',
  '/ai',
  '/issues',
  '/people',
  '/teams',
  '/teams/sums',
  '/surveys',
  '/surveys/1',
  '/surveys/new',
  '/imports',
  '/settings',
  '/settings/weights',
  '/settings/users',
  '/settings/sign-in',
  '/settings/tokens',
  '/settings/connections',
  '/settings/ai-providers',
  '/settings/audit-trail',
  '/no-such-page',
];
const UNAVAILABLE = {
  action_em: 'action_unknown',
  response_em: 'response_unavailable',
  response_detail: 'The service is away.',
  errors: [],
  trace_identifier: 'none',
};

describe.runIf(chromium !== undefined)('the console', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  let watched: WatchedPage;
  const open = async (token: string, given = {}) => {
    const one = await openPage(browser, world.stack.baseUrl, given);
    await signIn(one.page, token);
    return one;
  };

  beforeAll(async () => {
    world = await makeConsoleWorld();
    browser = await openBrowser(chromium ?? '');
    removeAfterFile(() => browser.close());
    watched = await open(world.admin.token);
  }, 180_000);
  afterAll(() => expect(watched.troubles).toEqual([]));

  test('a token that is not known is refused in the API’s own sentence; sign-out ends the session', async () => {
    const { page } = await openPage(browser, world.stack.baseUrl);
    await page.goto('/explore');
    await page.getByLabel('API token').fill('lsc_nobody');
    await page.getByRole('button', { name: 'Sign in with a token' }).click();
    await page.getByRole('alert').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel('API token').fill(world.admin.token);
    await page.getByRole('button', { name: 'Sign in with a token' }).click();
    await page.getByRole('heading', { name: 'Explore' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Linescope' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in to Linescope' }).waitFor();
  });

  test('the next person in the same tab sees nothing of the one before, and a server that is away locks nobody out', async () => {
    const { page, context } = await open(world.admin.token);
    const people = page.getByRole('region', { name: 'People' }).locator('tbody tr');
    await page.goto('/people');
    await settled(page);
    expect(await people.count()).toBeGreaterThan(1);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are still signed in. The server cannot be reached.').waitFor();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API token').fill(world.member.token);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Sign in with a token' }).click();
    await page.getByText('The server cannot be reached.').waitFor();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Sign in with a token' }).click();
    await people.first().waitFor();
    expect(await people.allTextContents()).toEqual([expect.stringContaining('ada')]);
    // The same where the session ended elsewhere.
    await context.clearCookies();
    await page.getByRole('link', { name: 'Teams' }).click();
    await page.getByLabel('API token').fill(world.admin.token);
    await page.getByRole('button', { name: 'Sign in with a token' }).click();
    await page.getByRole('link', { name: 'People' }).click();
    await settled(page);
    expect(await people.count()).toBeGreaterThan(1);
  });

  test('a page that cannot be drawn says so and offers a way on; an address that makes no sense is no reason', async () => {
    const { page } = await open(world.admin.token);
    for (const path of ['/?range=2026-13-45..2026-14-01', '/explore?range=2026-02-30..2026-03-10']) {
      await page.goto(path);
      await settled(page);
      await page.getByRole('button', { name: 'Last 26 weeks' }).waitFor();
      await page.locator('.chart svg').first().waitFor();
      const misread = path.split('=')[1];
      await page
        .getByText(`The range “${misread}” in the address was not understood: these are the last 26 weeks.`)
        .waitFor();
    }
    await page.goto('/explore?range=13w');
    await settled(page);
    expect(await page.getByText('was not understood').count()).toBe(0);
    await page.goto('/surveys/9999');
    await page.getByRole('alert').waitFor();
    await page.getByRole('link', { name: 'All surveys' }).click();
    await page.getByRole('link', { name: 'How is it going?' }).waitFor();
    await page.goto('/code?scope=acme/acme/nowhere&range=13w');
    await page.getByRole('alert').first().waitFor();
    await page.getByRole('link', { name: 'All repos' }).click();
    await page.getByRole('link', { name: 'acme/sums' }).waitFor();
    await page.goto('/teams/%E0%A4%A');
    await page.getByText('name names no team.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'All teams' }).click();
    await page.getByRole('link', { name: 'Sums' }).waitFor();
    await page.route('**/api/v1/teams**', (route) =>
      route.fulfill({ json: { teams: [{ slug: 'of another version' }] } }),
    );
    await page.goto('/teams?range=13w');
    await page.getByRole('heading', { name: 'This page could not be drawn' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.unroute('**/api/v1/teams**');
    await page.getByRole('link', { name: 'To the overview' }).click();
    await page.locator('.tile').first().waitFor();
  });

  test.for<[path: string, unread: string, unsaid: string]>([
    ['/', '**/api/v1/imports?*', 'Nothing waits'],
    ['/', '**/api/v1/segment_introspections*', 'Nothing to show'],
    ['/delivery', '**/api/v1/releases?*', 'No release and no defect in this range'],
    ['/people', '**/api/v1/developers?*', '0 people'],
    ['/teams', '**/api/v1/teams/all?*', '0 teams'],
    ['/surveys', '**/api/v1/surveys?*', '0 surveys'],
    ['/imports', '**/api/v1/imports?*', 'none failed'],
  ])('on %s, what %s cannot tell is not taken for nothing', async ([path, unread, unsaid]) => {
    const { page } = await open(world.admin.token);
    await page.route(unread, (route) => route.fulfill({ status: 503, json: UNAVAILABLE }));
    await page.goto(path);
    await settled(page);
    await page.getByRole('alert').first().waitFor();
    expect(await page.locator('#main').textContent()).not.toContain(unsaid);
    await page.unroute(unread);
    // What failed is one answer, wherever it is shown.
    await page.getByRole('alert').first().getByRole('button').click();
    await page.getByRole('alert').first().waitFor({ state: 'detached' });
    await settled(page);
  });

  test('a one-time link signs in and opens the overview, once', async () => {
    const { postgres } = world.stack.identity.started.context;
    const { entityId, userId } = world.admin.principal;
    const link = await makeSignInLink(postgres, world.stack.baseUrl, { entityId, userId, mustConfirm: false });
    const { page } = await openPage(browser, world.stack.baseUrl);
    await page.goto(link);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    const other = await openPage(browser, world.stack.baseUrl);
    expect((await other.page.goto(link))?.ok()).toBe(false);
  });

  test('single sign-on, once an admin has set it up, leads to the provider and from there to the page that was asked for', async () => {
    const { baseUrl } = world.stack;
    const accounts = { ada: { email: 'ada@example.com', email_verified: true } };
    const { issuer } = await testOidcProvider(accounts, `${baseUrl}/auth/oidc/callback`);
    await setSingleSignOn(watched.page, { issuer, ...CLIENT, domain: 'example.com' });
    const { page } = await openPage(browser, baseUrl);
    await page.goto('/');
    await page.getByLabel('Organization').fill('acme');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Continue with single sign-on' }).click();
    await page.locator('input[name=login]').fill('ada');
    await page.locator('input[name=password]').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    expect(new URL(page.url()).origin).toBe(baseUrl);
    await page.getByText('member of acme').waitFor();
  });

  test.for(PAGES)(
    '%s is drawn, accessible, dark too, as wide as a phone, and the same after a reload',
    { timeout: 60_000 },
    async (path) => {
      const { page } = watched;
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(path);
      await settled(page);
      expect(await accessibilityFaults(page)).toEqual([]);
      const heading = await page.locator('h1').first().textContent();
      await page.setViewportSize({ width: 390, height: 844 });
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.reload();
      await settled(page);
      expect(await page.locator('h1').first().textContent()).toBe(heading);
      expect(await sidewaysScroll(page)).toBe(0);
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(20, 20, 19)');
      // The structure is that of before; what differs is colour.
      expect(await accessibilityFaults(page, ['color-contrast'])).toEqual([]);
      expect(watched.troubles).toEqual([]);
    },
  );

  test('a tile leads to its chart, by keys to a point, to its records and to a record; back goes the same way', async () => {
    const { page } = watched;
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/?range=13w');
    await settled(page);
    await page.getByRole('heading', { name: 'Diff Delta', exact: true }).first().click();
    await page.waitForURL(/\/explore\?.*segments=diff_delta/);
    const chart = page.getByRole('application').first();
    await chart.focus();
    await chart.press('Home');
    await chart.press('Enter');
    await page.waitForURL(/\/records\?/);
    await settled(page);
    const commits = page.locator('tbody tr');
    expect(await commits.count()).toBeGreaterThan(0);
    const message = (await commits.first().locator('a').textContent()) ?? '';
    await commits.first().click();
    await page.getByRole('dialog').getByRole('heading', { name: message }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goBack();
    await page.waitForURL(/\/explore/);
    await page.goBack();
    await page.waitForURL(/\/\?range=13w$/);
  });

  test('a record leads to the lines of its commit, a line to its file with who wrote it, and to its history', async () => {
    const { page } = watched;
    await page.setViewportSize({ width: 1280, height: 800 });
    const { body } = await world.api.get('/audits', { resource_path: 'acme', resource_type: 'commits' });
    const { sha } = body.commits.find((commit: { diff_delta: number }) => commit.diff_delta > 0);
    const list = '/records?list=audits&resource_path=acme&resource_type=commits';
    await page.goto(`${list}&record=nowhere`);
    await page.getByText('The record that was to be opened is not among these.').waitFor();
    // Of a page on which it does not stand.
    await page.goto(`${list}&page=2&record=${sha}`);
    await page.getByRole('dialog').getByRole('link', { name: 'Its changed lines' }).click();
    await page.waitForURL(/\/code\?.*commit=/);
    await settled(page);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page
      .getByRole('link', { name: /^Line \d+ of / })
      .first()
      .click();
    await page.waitForURL(/\/code\?.*line=/);
    await page
      .getByRole('complementary', { name: /^History of line/ })
      .getByRole('listitem')
      .first()
      .waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Author', exact: true }).press('Enter');
    await page.waitForURL(/by=author/);
    await page.setViewportSize({ width: 390, height: 200 });
    await page.reload();
    await settled(page);
    const [line, history] = [page.locator('tr.selected'), page.getByRole('complementary')];
    const placeOf = async (one: typeof line) => (await one.boundingBox())?.y ?? -1;
    await expect.poll(() => placeOf(line)).toBeGreaterThan(0);
    expect(await placeOf(line)).toBeLessThan(200);
    expect(await placeOf(history)).toBeLessThan(await placeOf(line));
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await sidewaysScroll(page)).toBe(0);
    await page
      .getByRole('button', { name: /^History of line/ })
      .first()
      .press('Enter');
    await page.reload();
    await settled(page);
    expect(await page.getByRole('button', { name: 'Author', exact: true }).getAttribute('aria-pressed')).toBe('true');
    expect(watched.troubles).toEqual([]);
  });

  test('a link to records that an admin shared shows others those that they may see; emptied answers are left out', async () => {
    const { page, troubles } = await open(world.manager.token);
    const point = 'segment_by=diff_delta&suppress_aggregation=true&interval_em=monthly&resource_type=commits';
    await page.goto(
      `/records?list=audits&resource_path=acme&${point}&start_date=${mondayBefore(40)}&end_date=${mondayBefore(0)}`,
    );
    await page.locator('tbody tr').first().waitFor();
    await page.goto('/records?list=audits&resource_path=acme&resource_type=commits');
    await page.getByText('This list is for admins.').waitFor();
    await page.goto('/surveys/new');
    await page.getByRole('option', { name: 'Team Sums' }).waitFor({ state: 'attached' });
    expect(await page.getByRole('option', { name: /^Everyone/ }).count()).toBe(0);
    await page.goto('/surveys/1');
    const send = page.getByRole('button', { name: 'Send my answers' });
    await page.getByRole('textbox').fill('less');
    expect(await send.isEnabled()).toBe(true);
    await page.getByRole('textbox').fill('');
    await page.getByRole('button', { name: '3' }).click();
    await page.getByRole('button', { name: '3' }).click();
    expect(await send.isEnabled()).toBe(false);
    expect(troubles).toEqual([]);
  });

  test('the range stays on the way through people, teams and settings', async () => {
    const { page } = watched;
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/teams?range=13w');
    for (const name of [
      'Sums',
      'Grace',
      'Settings',
      'Tokens',
      'Surveys',
      'How is it going?',
      'All surveys',
      'Overview',
    ])
      await page.getByRole('link', { name }).first().click();
    await page.getByRole('button', { name: 'Last 13 weeks' }).waitFor();
    await page.getByRole('button', { name: /^Person grace/ }).waitFor();
    expect(watched.troubles).toEqual([]);
  });

  test('versions of a file are gone through by keys, and another repo is shown from its beginning', async () => {
    const { page } = watched;
    await page.setViewportSize({ width: 1280, height: 800 });
    const { body } = await world.api.get('/code_introspections/files', { resource_path: 'acme/acme/sums' });
    const { path } = body.files.find((file: { kind_em: string }) => file.kind_em === 'kind_file');
    await page.goto(`/code?scope=acme/acme/sums&file=${path}`);
    await settled(page);
    const versions = page.getByRole('slider', { name: 'Version of the file' });
    await versions.press('ArrowLeft');
    await page.waitForURL(/sha=/);
    await settled(page);
    const focused = () => page.evaluate('document.activeElement.ariaLabel');
    expect(await focused()).toBe('Version of the file');
    await page.getByRole('button', { name: 'acme / acme / sums' }).click();
    await page.getByRole('option').first().click();
    await page.waitForURL((url) => url.pathname === '/code' && url.search === '');
  });

  test('figures of a chart are the API’s answers to the same query', async () => {
    const { page } = watched;
    await page.goto('/explore?segments=commit_count&range=13w&interval=daily');
    await settled(page);
    await page.getByRole('button', { name: 'Table' }).click();
    const table = page.getByRole('region', { name: 'Commits: table' });
    const [, end = ''] = /(\d{4}-\d\d-\d\d)/.exec(new Date().toISOString()) ?? [];
    const cells = await table.locator('tbody tr').allTextContents();
    const { body } = await world.api.get('/reports', {
      resource_path: 'acme',
      segment_by: 'commit_count',
      start_date: mondayBefore(12),
      end_date: end,
      interval_em: 'daily',
    });
    const [points = []] = Object.values<{ x: string; y: number }[]>(body.series_segments);
    expect(points.length).toBeGreaterThan(9);
    expect(cells.map((text) => text.replace(' so far', '')).toReversed()).toEqual(
      points.map(({ x, y }) => `${x} ${y}`),
    );
  });

  test.for<[path: string, tiles: [title: string, segment: string][]]>([
    [
      '/',
      [
        ['Diff Delta', 'diff_delta'],
        ['Churn', 'churn_line_percent'],
        ['Pull-request cycle', 'pr_cycle'],
        ['Written by AI', 'ai_code_line_percent'],
      ],
    ],
    [
      '/pull-requests',
      [
        ['Cycle', 'pr_cycle'],
        ['Opened', 'prs_opened'],
        ['Merged without human review', 'pr_merged_without_human_review_count'],
      ],
    ],
    [
      '/delivery',
      [
        ['Releases', 'release_count'],
        ['Change lead time', 'dora_change_lead_time'],
        ['Change failure rate', 'change_failure_rate'],
      ],
    ],
  ])('the figures on %s are the API’s answers over the last four whole weeks', async ([path, tiles]) => {
    const { page } = watched;
    await page.goto(`${path}?range=${mondayBefore(25)}..${lastWeeksOfData.end_date}`);
    await settled(page);
    for (const [title, segment] of tiles) {
      const tile = page.locator('.tile').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
      const [shown] = /^[\d.,]+|–/.exec((await tile.locator('.figure').textContent()) ?? '') ?? [];
      expect([title, shown]).toEqual([title, await figureOfLastWeeks(segment)]);
    }
  });

  test('the summary of what does not add up begins with its value over the whole range', async () => {
    const { page } = watched;
    await page.goto(`/explore?segments=churn_line_percent&range=${mondayBefore(12)}..${today()}`);
    await settled(page);
    const summary = page.getByRole('region', { name: /: summary$/ });
    expect(await summary.locator('thead th').nth(1).textContent()).toBe('Whole range');
    const { body } = await world.api.get('/reports', {
      resource_path: 'acme',
      segment_by: 'churn_line_percent',
      start_date: mondayBefore(12),
      end_date: today(),
      generate_summary_stats: true,
      suppress_aggregation: true,
    });
    const [stats] = Object.values<{ range_value: number; mean: number }>(body.calculated_summary_stats);
    expect(stats?.range_value).toBeTypeOf('number');
    expect(Number(await summary.locator('tbody td').nth(1).textContent())).toBe(stats?.range_value);
  });

  test('a share of several weeks is that of the records behind it, and what has only begun is shown so far', async () => {
    const { page } = watched;
    await page.goto(`/delivery?range=${mondayBefore(25)}..${lastWeeksOfData.end_date}`);
    await settled(page);
    const tile = page.locator('.tile').filter({ has: page.getByRole('heading', { name: 'Change failure rate' }) });
    const query = { resource_path: 'acme', segment_by: 'change_failure_rate', suppress_aggregation: 'true' };
    const { body } = await world.api.get('/report_records', { ...query, ...lastWeeksOfData });
    const failed = body.releases.filter((release: { point_value: number }) => release.point_value > 0);
    const share = ((100 * failed.length) / body.releases.length).toFixed(1);
    expect(await tile.locator('.figure').textContent()).toBe(`${share}%`);
    await world.api.post('/releases', { resource_path: 'acme/acme/sums', name: 'today', release_now: 'true' });
    const today = { resource_path: 'acme', segment_by: 'release_count', suppress_aggregation: 'true', days_ago: '1' };
    await eventually(async () => Object.keys((await world.api.get('/reports', today)).body.series_segments).length > 0);
    await page.goto('/delivery?range=1d');
    await settled(page);
    const releases = page.locator('.tile').filter({ has: page.getByRole('heading', { name: 'Releases' }) });
    await releases.getByText('so far today').waitFor();
    expect(await releases.locator('.figure').textContent()).toMatch(/^1/);
  });

  /**
   * By hand, of the API's own points: what adds up as the mean of its weeks since data begin, also of empty ones, the rest over all of
   * their days.
   */
  async function figureOfLastWeeks(segment: string): Promise<string> {
    const query = { resource_path: 'acme', segment_by: segment, suppress_aggregation: 'true', ...lastWeeksOfData };
    type Point = { y: number | null; start_date: string };
    const weekly = { ...query, interval_em: 'weekly', start_date: mondayBefore(25) };
    const [narrowed = []] = Object.values<Point[]>((await world.api.get('/reports', weekly)).body.series_segments);
    const { body: filled } = await world.api.get('/reports', { ...weekly, fill_all_dates: 'true' });
    const [points = []] = Object.values<Point[]>(filled.series_segments);
    const since = narrowed[0]?.start_date ?? lastWeeksOfData.end_date;
    const last = points.slice(-4).filter(({ start_date: start }) => start >= since);
    const known = last.map(({ y }) => y).filter((value) => value !== null);
    if (known.length === 0) return '–';
    const precision = Number(filled.value_precision);
    const { additive } = (await world.api.get('/segment_introspections', { segment_em: segment })).body;
    if (additive) {
      const mean = known.reduce((sum, value) => sum + value) / known.length;
      return mean.toFixed(precision === 0 && mean < 10 && !Number.isInteger(mean) ? 1 : precision);
    }
    const whole = { ...query, interval_em: 'monthly', generate_summary_stats: 'true' };
    const { body } = await world.api.get('/reports', whole);
    return body.calculated_summary_stats.All.range_value.toFixed(precision);
  }

  test('the map of a repo has a box for each file, and the same in a table; without its author a file is gone', async () => {
    const { page } = watched;
    await page.goto('/code?scope=acme/acme/sums');
    await settled(page);
    const { body } = await world.api.get('/code_introspections/ownership', { resource_path: 'acme/acme/sums' });
    const boxes = page.locator('.treemap-box');
    await boxes.first().waitFor();
    expect(await boxes.count()).toBe(body.files.length);
    await page.getByText('Files as a table').click();
    const rows = page.getByRole('region', { name: 'Files by living lines: table' }).locator('tbody tr');
    expect(await rows.locator('a').allTextContents()).toEqual(body.files.map((file: { path: string }) => file.path));
    await page.getByRole('button', { name: 'Who knows it' }).click();
    await page.getByText('One person').waitFor();
    await page.getByRole('button', { name: 'Churn' }).click();
    await page.getByText('Unchanged for 90 days').waitFor();
    expect(await rows.locator('td:nth-child(6)').allTextContents()).toEqual(
      body.files.map((file: { ended_line_count: number }) => String(file.ended_line_count)),
    );
    await page
      .getByRole('checkbox', { name: /^Without / })
      .first()
      .check();
    await page.locator('.treemap-box.gone').first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await boxes.first().click();
    await page.getByRole('heading', { name: 'Who wrote it' }).waitFor();
  });

  test('a defect is recorded by hand; one that contradicts itself is refused in the API’s own sentence', async () => {
    // On a page of its own: a refusal is a trouble to the browser.
    const { page } = await open(world.admin.token);
    await page.goto('/delivery');
    await settled(page);
    await page.getByRole('button', { name: 'Record a defect' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Key').fill('INC-77');
    await form.getByLabel('What happened').fill('Sums are wrong');
    await form.getByLabel('Detected, else now').fill('2026-03-02T10:00');
    await form.getByLabel('Fixed, if it is').fill('2026-03-01T10:00');
    await form.getByRole('button', { name: 'Record' }).click();
    await form.getByText('fix_released_at must not be before the detection of the defect.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await form.getByLabel('Fixed, if it is').fill('2026-03-03T10:00');
    await form.getByRole('button', { name: 'Record' }).click();
    await form.waitFor({ state: 'detached' });
    const { body } = await world.api.get('/critical_defects', { resource_path: 'acme', start_date: '2026-03-01' });
    const recorded = expect.objectContaining({ defectKey: 'INC-77', minutesToResolved: 1440 });
    expect(body.critical_defects).toEqual(expect.arrayContaining([recorded]));
  });

  test('columns are as high as what they count', async () => {
    const { page } = watched;
    await page.goto('/pull-requests');
    await settled(page);
    const columns = await page.locator('.columns li').evaluateAll((items) =>
      items.map((item) => ({
        count: Number(item.querySelector('span')?.textContent),
        height: item.querySelector('.column-bar')?.getBoundingClientRect().height ?? 0,
      })),
    );
    const filled = columns.filter(({ count }) => count > 0);
    expect(new Set(filled.map(({ count }) => count)).size).toBeGreaterThan(1);
    const [first = { count: 1, height: 0 }] = filled;
    for (const { count, height } of filled)
      expect(Math.abs(height - (first.height / first.count) * count)).toBeLessThan(1);
  });

  test('a chart is taken away as CSV and as a picture', async () => {
    const { page } = watched;
    await page.goto('/explore?segments=commit_count&range=13w&interval=daily');
    await settled(page);
    for (const [button, name] of [
      ['CSV', 'commit_count.csv'],
      ['PNG', 'commit_count.png'],
    ]) {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: button ?? '', exact: true }).click();
      expect((await download).suggestedFilename()).toBe(name);
    }
  });

  test('the report of a figure is read while the pointer rests on it, and its page has the chart at once', async () => {
    const { page } = watched;
    await page.goto('/');
    await settled(page);
    // Other tiles ask for such a summary, too, for their figure.
    const ofTile = ['generate_summary_stats=true', 'segment_by=diff_delta'];
    const answer = page.waitForResponse((response) => ofTile.every((part) => response.url().includes(part)));
    await page.locator('.tile a').first().hover();
    await answer;
    expect(new URL(page.url()).pathname).toBe('/');
    const calls: string[] = [];
    page.on('request', (request) => calls.push(request.url()));
    await page.locator('.tile a').first().click();
    await page.locator('.chart svg').first().waitFor();
    expect(calls.filter((url) => url.includes('/reports'))).toEqual([]);
  });

  test('the palette finds a statistic by a word of its meaning', async () => {
    const { page } = watched;
    await page.goto('/people');
    await settled(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('cycle time');
    await page.getByRole('option', { name: /^Cycle time/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/segments=pr_cycle/);
  });

  test('an import is queued and watched to its end; one that fails says why and what to do, and is removed', async () => {
    const { page } = watched;
    await page.goto('/imports');
    await settled(page);
    await page.getByLabel('Import a repo').fill('acme/nothing-there');
    await page.getByRole('button', { name: 'Queue' }).click();
    await page.getByText('Check the path as the code host writes it').waitFor();
    await removeRepo(page, 'acme/nothing-there');
    await page.getByRole('row', { name: /nothing-there/ }).waitFor({ state: 'detached' });
    await page
      .getByRole('row', { name: /acme\/sums/ })
      .getByRole('button', { name: 'Read again' })
      .click();
    await page.getByRole('row', { name: /acme\/sums Complete/ }).waitFor();
  });

  test('a token is made, works, and is revoked', async () => {
    const { page } = watched;
    await page.goto('/settings/tokens');
    await settled(page);
    await page.getByLabel('What the token is for').fill('pipeline');
    await page.getByRole('button', { name: 'Make a token' }).click();
    const token = (await page.getByRole('status').locator('code').textContent()) ?? '';
    const api = world.stack.callerOf({ token });
    expect((await api.get('/api_tokens')).status).toBe(200);
    await page.getByRole('button', { name: 'Revoke pipeline' }).click();
    await page.getByLabel('Type pipeline to confirm').fill('pipeline');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await eventually(async () => (await api.get('/api_tokens')).status === 401);
  });

  test('a weight is typed digit by digit, previewed by Enter, and put back', async () => {
    const { page } = watched;
    await page.goto('/settings/weights');
    await settled(page);
    const weight = page.getByLabel('blank', { exact: true });
    const saved = await weight.inputValue();
    await weight.fill('');
    await weight.press('Enter');
    expect(await page.locator('input:invalid').count()).toBe(1);
    await weight.pressSequentially('0.05');
    expect(await weight.inputValue()).toBe('0.05');
    await weight.press('Enter');
    await page.getByRole('heading', { name: 'What the change does' }).waitFor();
    await page.getByRole('button', { name: 'Back to what is saved' }).click();
    expect(await weight.inputValue()).toBe(saved);
    expect(await page.getByRole('button', { name: 'Back to what is saved' }).count()).toBe(0);
    expect(watched.troubles).toEqual([]);
  });

  test('what one panel of the settings saves leaves alone what is typed in the others', async () => {
    const { page } = watched;
    await page.goto('/settings');
    await settled(page);
    const holidays = page.getByLabel('Holidays, as dates');
    const origins = page.getByLabel(/^Web pages that may call/);
    await origins.fill('https://typed.example');
    await holidays.fill('2026-12-25 2026-12-24');
    await page.getByRole('button', { name: 'Save', exact: true }).first().click();
    // As they are read again: a line each.
    await eventually(async () => (await holidays.inputValue()).split('\n').length === 2);
    expect(await origins.inputValue()).toBe('https://typed.example');
  });

  test('an admin connects a tracker, sees whether it can be read, changes and disconnects it', async () => {
    // A token that is refused is a trouble of its page.
    const { page } = await open(world.admin.token);
    await connectTracker(page, { url: `${world.stack.codeHost.url}/tracker`, token: CODE_HOST_TOKEN });
    await watchTracker(page, world.stack.identity.started.context.postgres);
    await changeTracker(page);
  });

  test('an admin hands a user a link that signs them in', async () => {
    const link = new URL(await signInLinkFor(watched.page, 'mia@acme.example'));
    const { page } = await openPage(browser, world.stack.baseUrl);
    await page.goto(link.pathname);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('manager of acme').waitFor();
  });

  test('members see themselves, managers their teams; what a role cannot do is not shown, and a link says why', async () => {
    const member = (await open(world.member.token)).page;
    await member.goto('/people');
    await settled(member);
    expect(await member.locator('tbody tr').count()).toBe(1);
    expect(await member.locator('tbody tr').first().textContent()).toContain('ada');
    await member.goto('/teams');
    await settled(member);
    const sums = member.getByRole('row', { name: /Sums/ }).getByRole('cell');
    expect((await sums.allTextContents()).slice(0, 3)).toEqual(['Sums', '1', '1']);
    await member.goto('/teams/sums');
    await member.getByText('1 person has a seat. You see those whose figures you may see.').waitFor();
    await member.goto('/settings');
    await settled(member);
    expect(await member.getByRole('navigation', { name: 'Settings' }).getByRole('link').allTextContents()).toEqual([
      'Tokens',
    ]);
    await member.goto('/settings/users');
    await member.getByText('Users: for admins only.').waitFor();
    const manager = (await open(world.manager.token)).page;
    await manager.goto('/people');
    await settled(manager);
    expect(await manager.locator('tbody tr').allTextContents()).toEqual([expect.stringContaining('grace')]);
  });

  test('the cookie alone opens nothing: without the console’s header, or from another origin', async () => {
    const { request } = watched.context;
    const path = '/api/v1/imports?resource_path=acme';
    const own = { 'x-linescope-console': '1' };
    expect((await request.get(path, { headers: own })).status()).toBe(200);
    expect((await request.get(path)).status()).toBe(401);
    expect(
      (await request.get(path, { headers: { ...own, origin: 'https://evil.example' } })).status(),
    ).toBeGreaterThanOrEqual(401);
  });

  // Last: people whose identities were joined share their teams, also once they are split again.
  test('a release is recorded by hand and removed again, and a second identity is joined to a person and split off again', async () => {
    const { page } = watched;
    await page.goto('/delivery');
    await settled(page);
    await page.getByRole('button', { name: 'Record a release' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('by hand');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Record' }).click();
    await page.getByRole('cell', { name: 'by hand', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove by hand' }).click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('cell', { name: 'by hand', exact: true }).waitFor({ state: 'detached' });
    await page.goto('/people');
    await settled(page);
    await page.getByRole('button', { name: 'Identities of ada' }).click();
    await page.getByLabel('Also this person').fill('grace');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('button', { name: 'Split off grace' }).click();
    await page.getByRole('button', { name: 'Split off grace' }).waitFor({ state: 'detached' });
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(watched.troubles).toEqual([]);
  });

  test('a repo is removed by typing its path, leaves every list at once, and is said to be erased', async () => {
    const { page } = watched;
    await removeRepo(page, 'acme/sums');
    await page.getByRole('region', { name: 'Removed repos' }).getByRole('cell', { name: 'acme/sums' }).waitFor();
    expect((await world.api.get('/resources')).body.repos).toEqual([]);
    await page.goto('/settings/audit-trail');
    await page.getByText('repo removal requested').waitFor();
  });
});

const today = (): string => new Date().toISOString().slice(0, 10);

/** What happened in the world ends weeks ago: its last four whole ones. */
const lastWeeksOfData = (() => {
  const day = new Date(onDay(24));
  const sunday = day.getTime() + ((7 - day.getUTCDay()) % 7) * DAY_MS;
  const iso = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { start_date: iso(sunday - 27 * DAY_MS), end_date: iso(sunday) };
})();

function mondayBefore(weeks: number): string {
  const now = new Date();
  const weekday = (now.getUTCDay() + 6) % 7;
  return new Date(now.getTime() - (weekday + 7 * weeks) * 86_400_000).toISOString().slice(0, 10);
}

import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { filesIn } from '@linescope/one-machine/settings';
import { readReady } from '@linescope/one-machine/stack/ready-file';
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { findChromium, openBrowser } from '../support/chromium.ts';
import { openPage, settled, signIn } from '../support/console-page.ts';

const HELP = `npm run bench -- console [--data-dir .data] [--scope demo/aurora] [--loads 5] [--pictures folder]

The console on the stack that runs on the data folder ("npm start" beside this): the compressed size of the script of each page, and of so many
loads of the overview the time to its first figure and its first chart, the layout shift, and the time from a click on a figure, as the page
has it, to the chart of Explore in the page: by a pointer that comes and clicks at once, and by one that rests on the figure for 200 ms.
With --pictures, pictures of pages, light and dark, are left in that folder; without --loads 0, both.
`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    'data-dir': { type: 'string', default: process.env['DATA_DIR'] ?? '.data' },
    scope: { type: 'string', default: 'demo/aurora' },
    loads: { type: 'string', default: '5' },
    pictures: { type: 'string' },
  },
});
const write = (text: string) => process.stdout.write(`${text}\n`);
const PAGES = [
  '',
  'explore',
  'delivery',
  'pull-requests',
  'ai',
  'issues',
  'people',
  'teams',
  'surveys',
  'imports',
  'settings',
];
const PICTURES: [name: string, path: string, scheme: 'light' | 'dark'][] = [
  ['overview-light', '', 'light'],
  ['overview-dark', '', 'dark'],
  ['explore-light', 'explore?segments=pr_cycle', 'light'],
  ['delivery-light', 'delivery', 'light'],
  ['pull-requests-dark', 'pull-requests', 'dark'],
];

async function main(): Promise<void> {
  const ready = readReady(filesIn(resolve(values['data-dir'])).ready);
  const executable = await findChromium();
  if (!ready?.api_token || executable === undefined) {
    write(
      ready ? 'There is no demo, or no Chromium.' : `No stack runs on ${values['data-dir']}: "npm start" beside this.`,
    );
    process.exitCode = 1;
    return;
  }
  const browser = await openBrowser(executable);
  try {
    const { page, context } = await openPage(browser, ready.base_url, { viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(120_000);
    await signIn(page, ready.api_token);
    await settled(page);
    if (values.pictures) await takePictures(page, resolve(values.pictures));
    if (Number(values.loads) > 0) {
      await printSizes(browser, ready.base_url, await context.storageState());
      await printTimes(page, Number(values.loads));
    }
  } finally {
    await browser.close();
  }
}

const at = (path: string): string => `/${path}${path.includes('?') ? '&' : '?'}scope=${values.scope}`;

async function takePictures(page: Page, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [name, path, colorScheme] of PICTURES) {
    await page.emulateMedia({ colorScheme });
    await page.goto(at(path));
    await settled(page);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    write(`${name}.png`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

const resource = z.array(z.object({ name: z.string(), size: z.number() }));

/** With an empty cache for each page: what a first visit there downloads. */
async function printSizes(
  browser: Browser,
  baseUrl: string,
  storageState: Awaited<ReturnType<Awaited<ReturnType<typeof openPage>>['context']['storageState']>>,
): Promise<void> {
  write('\npage             script   style   (KB compressed, empty cache)');
  for (const path of PAGES) {
    const { page, context } = await openPage(browser, baseUrl, { storageState });
    page.setDefaultTimeout(120_000);
    await page.goto(at(path));
    await settled(page);
    const read =
      "performance.getEntriesByType('resource').map(({ name, encodedBodySize }) => ({ name, size: encodedBodySize }))";
    const files = resource.parse(await page.evaluate(read));
    const sum = (ending: string) =>
      files.filter(({ name }) => name.endsWith(ending)).reduce((total, { size }) => total + size, 0) / 1024;
    write(`${`/${path}`.padEnd(16)} ${sum('.js').toFixed(1).padStart(6)}  ${sum('.css').toFixed(1).padStart(6)}`);
    await context.close();
  }
}

const SHIFT = `new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; })
    .observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => done(sum), 100);
})`;

/** Notes in the page itself when it is clicked and when it has a chart: the tool that clicks takes its own time around both. */
const WATCH_CLICK = `(() => {
  const seen = (window.benchTimes = { clicked: 0, drawn: 0 });
  addEventListener('click', () => { seen.clicked = performance.now(); }, { capture: true, once: true });
  const observer = new MutationObserver(() => {
    if (seen.clicked === 0 || !document.querySelector('.chart .line, .chart .bar-part')) return;
    if (location.pathname !== '/explore') return;
    seen.drawn = performance.now();
    observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
})()`;

const REST_MS = 200;

async function clickToChart(page: Page, tile: number, restMs: number): Promise<number> {
  await page.evaluate(WATCH_CLICK);
  const link = page.locator('.tile a').nth(tile);
  await link.hover();
  await page.waitForTimeout(restMs);
  await link.click();
  await page.locator('.chart :is(.line, .bar-part)').first().waitFor({ state: 'attached' });
  return Number(await page.evaluate('benchTimes.drawn - benchTimes.clicked'));
}

async function printTimes(page: Page, loads: number): Promise<void> {
  const now = async () => Number(await page.evaluate('performance.now()'));
  const rows: { figure: number; chart: number; whole: number; shift: number; atOnce: number; rested: number }[] = [];
  for (let load = 0; load < loads; load += 1) {
    await page.goto(at(''));
    await page.locator('.tile .figure').first().waitFor();
    const figure = await now();
    await page.locator('.bar-part').first().waitFor({ state: 'attached' });
    const chart = await now();
    await settled(page);
    const whole = await now();
    const shift = Number(await page.evaluate(SHIFT));
    const atOnce = await clickToChart(page, 1, 0);
    await page.goBack();
    await settled(page);
    rows.push({ figure, chart, whole, shift, atOnce, rested: await clickToChart(page, 2, REST_MS) });
  }
  write(
    '\nload   first figure   first chart   all of it   layout shift   click to chart of Explore   after a rest   (ms)',
  );
  for (const [index, row] of rows.entries())
    write(
      `${String(index + 1).padStart(4)} ${row.figure.toFixed(0).padStart(14)} ${row.chart.toFixed(0).padStart(13)} ${row.whole.toFixed(0).padStart(11)} ${row.shift.toFixed(4).padStart(14)} ${row.atOnce.toFixed(0).padStart(27)} ${row.rested.toFixed(0).padStart(14)}`,
    );
}

if (values.help) write(HELP);
else await main();

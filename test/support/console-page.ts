import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { z } from 'zod';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const axeFaults = z.array(z.object({ id: z.string(), html: z.string() }));

export interface WatchedPage {
  page: Page;
  context: BrowserContext;
  /** Errors of the console, violations of the policy, and requests to another place, so far. */
  troubles: string[];
}

/** A page that notes whatever must not happen. */
export async function openPage(
  browser: Browser,
  baseUrl: string,
  given: Parameters<Browser['newContext']>[0] = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ baseURL: baseUrl, viewport: { width: 1280, height: 800 }, ...given });
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // A refusal that a test provokes is logged by the browser too.
    if (message.type() === 'error' && !/status of 40[1-9]/.test(message.text())) troubles.push(message.text());
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== new URL(baseUrl).origin && protocol !== 'data:') troubles.push(`request to ${request.url()}`);
  });
  return { page, context, troubles };
}

export async function signIn(page: Page, token: string): Promise<void> {
  await page.goto('/');
  await page.getByLabel('API token').fill(token);
  await page.getByRole('button', { name: 'Sign in with a token' }).click();
  await page.getByRole('navigation', { name: 'Pages' }).waitFor({ state: 'attached' });
}

/** Shown and filled: its heading is there, and nothing is loading. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
}

/** What axe finds, each with the first element at fault; by all its rules unless some are named. */
export async function accessibilityFaults(page: Page, rules?: string[]): Promise<string[]> {
  await page.evaluate(AXE);
  // Of what passes, axe would list every element, which takes the browser longer to hand over than the rules take to run.
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
  const first = '({ violations }) => violations.map(({ id, nodes }) => ({ id, html: nodes[0].html }))';
  const faults = axeFaults.parse(await page.evaluate(`axe.run(${options}).then(${first})`));
  return faults.map(({ id, html }) => `${id}: ${html.slice(0, 120)}`);
}

export const sidewaysScroll = async (page: Page): Promise<number> =>
  Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));

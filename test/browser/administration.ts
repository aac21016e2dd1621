import type { Postgres } from '@linescope/chassis/postgres/postgres';
import { eventually } from '@linescope/test-kit/eventually';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { z } from 'zod';
import { accessibilityFaults, settled } from '../support/console-page.ts';

/** An admin names the provider where people sign in, on the console's own page. */
export async function setSingleSignOn(
  page: Page,
  client: { issuer: string; clientId: string; clientSecret: string; domain: string },
): Promise<void> {
  await page.goto('/settings/sign-in');
  await settled(page);
  await page.getByLabel('Address of the provider').fill(client.issuer);
  await page.getByLabel('Client id').fill(client.clientId);
  await page.getByLabel('Client secret').fill(client.clientSecret);
  await page.getByLabel('Email domains').fill(client.domain);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'End it' }).waitFor();
  expect(await page.getByLabel('Client secret').inputValue()).toBe('');
}

/** A repo goes only where its path is typed. */
export async function removeRepo(page: Page, path: string): Promise<void> {
  await page.goto('/imports');
  await settled(page);
  await page.getByRole('button', { name: `Remove ${path}` }).click();
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: 'Remove', exact: true });
  expect(await confirm.isDisabled()).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel(`Type ${path} to confirm`).fill(path);
  await confirm.click();
  await dialog.waitFor({ state: 'detached' });
}

/** Connects a tracker, at the second try with a token that it takes. */
export async function connectTracker(page: Page, tracker: { url: string; token: string }): Promise<void> {
  await page.goto('/settings/connections');
  await settled(page);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Connect a tracker' }).click();
  await dialog.getByLabel('Address').fill(tracker.url);
  await dialog.getByLabel('Email').fill('ada@acme.example');
  await dialog.getByLabel('Token', { exact: true }).fill('not-of-the-tracker');
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await dialog.getByText('The host refused the token').waitFor();
  await dialog.getByLabel('Token', { exact: true }).fill(tracker.token);
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** What an admin sees of a tracker that is read, then cannot be: on its panel, and among what needs attention. */
export async function watchTracker(page: Page, postgres: Postgres): Promise<void> {
  const isRead = z.object({ is_read: z.boolean() });
  const sql = 'SELECT last_read_at IS NOT NULL AS is_read FROM trackers';
  await eventually(async () => (await postgres.one(isRead, sql)).is_read, 30_000);
  await page.reload();
  const panel = page.locator('section', { has: page.getByRole('heading', { name: 'Issue tracker' }) });
  await panel.getByText('works', { exact: true }).waitFor();
  await postgres.run(
    "UPDATE trackers SET last_error_em = 'connection_invalid', last_error_detail = 'The token has expired.'",
  );
  await page.reload();
  await panel.getByText('refused', { exact: true }).waitFor();
  await panel.getByText('The token has expired.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.goto('/');
  await page.getByText('tracker not read').waitFor();
  await page.goBack();
  const part = { part: 'board', id: '99', error_em: 'not_found', error_detail: 'The host has no such resource.' };
  await postgres.run('UPDATE trackers SET last_error_em = NULL, last_error_detail = NULL, unread_parts = $1', [
    JSON.stringify([part]),
  ]);
  await page.reload();
  await panel.getByText('read in part', { exact: true }).waitFor();
  await panel.getByText('Board 99: The host has no such resource.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
}

/** Changes a tracker without its token, and disconnects it. */
export async function changeTracker(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Change' }).click();
  await dialog.getByLabel('Boards').fill('7, 12');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('7, 12').waitFor();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByLabel('Type 127.0.0.1 to confirm').fill('127.0.0.1');
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByText('No tracker is connected').waitFor();
}

/** The address that an admin gets to hand to a user. */
export async function signInLinkFor(page: Page, email: string): Promise<string> {
  await page.goto('/settings/users');
  await settled(page);
  await page.getByRole('button', { name: `Sign-in link for ${email}` }).click();
  return (await page.getByRole('status').locator('code').textContent()) ?? '';
}

import { setTimeout as delay } from 'node:timers/promises';
import type { Answered } from '@linescope/test-kit/test-service';
import { z } from 'zod';
import { type Caller, createCaller } from '../../support/call-api.ts';
import type { HostileHost } from './hostile-host.ts';
import { isImported } from './imports.ts';

export const RIVAL = 'rival';
const FIRST_REPO = `${RIVAL}/repo-0`;

/** What the rival is told: all of it in one process, which is not the one that measures. */
export const orderSchema = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('settle'),
    base_url: z.string(),
    admin_token: z.string(),
    repos: z.number(),
    git: z.string(),
  }),
  z.object({ do: z.literal('renew') }),
  z.object({ do: z.literal('release'), ms: z.number() }),
  z.object({ do: z.literal('describe'), ms: z.number() }),
  z.object({ do: z.literal('endless'), ms: z.number() }),
  z.object({ do: z.literal('import'), repos: z.number() }),
  z.object({ do: z.literal('drip'), git: z.string() }),
  z.object({ do: z.literal('stop-dripping') }),
  z.object({ do: z.literal('stop') }),
]);
export type Order = z.infer<typeof orderSchema>;

/** A customer with a code host of their own, who attacks as ordered and says what came of it. */
export function createRival(host: HostileHost): (order: Order) => Promise<string> {
  let rival: Caller;
  let newToken: () => Promise<Caller>;
  return async (order) => {
    switch (order.do) {
      case 'settle':
        newToken = () => provision(host, order);
        rival = await newToken();
        await settle(rival, host, order);
        return 'settled';
      case 'renew':
        rival = await newToken();
        return 'has a new token';
      case 'release':
        return swollenRelease(rival, order.ms);
      case 'describe':
        return heavyDescriptions(rival, order.ms);
      case 'endless':
        return endlessLists(rival, host, order.ms);
      case 'import':
        return queueImports(rival, order.repos);
      case 'drip':
        return startDripping(rival, host, order.git);
      case 'stop-dripping':
        host.setDripping(false);
        return 'no clone drips';
      case 'stop':
        await host.stop();
        return 'stopped';
    }
  };
}

type Settling = Extract<Order, { do: 'settle' }>;

/** A token of the rival's admin that has not been used yet. */
async function provision(host: HostileHost, { base_url, admin_token }: Settling): Promise<Caller> {
  const provisioned = await createCaller(base_url, admin_token).post('/api_tokens/provision_user', connectionOf(host));
  return createCaller(base_url, z.string().parse(provisioned.body.api_token));
}

async function settle(rival: Caller, host: HostileHost, { repos, git }: Settling): Promise<void> {
  for (let number = 0; number < repos; number += 1) await host.addRepository(`repo-${number}`, git);
  await rival.post('/imports', { resource_path: RIVAL, repo_path: FIRST_REPO, window: 'all' });
  while (!(await isImported(rival, RIVAL, FIRST_REPO))) await delay(500);
}

const connectionOf = (host: HostileHost) => ({
  email: `admin@${RIVAL}.example`,
  entity_slug: RIVAL,
  git_provider_em: 'hostC',
  git_provider_token: host.token,
  custom_endpoint_url: host.url,
});

/** Counts answers by status, until the time is over; a limit is not waited for. */
async function hammer(ms: number, call: (number: number) => Promise<Answered>): Promise<string> {
  const until = Date.now() + ms;
  const statuses = new Map<number, number>();
  let refusal = '';
  let number = 0;
  const one = async () => {
    while (Date.now() < until) {
      const { status, body } = await call(number++).catch(() => ({ status: 0, body: undefined }));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status >= 400 && status !== 429) refusal = body?.response_detail ?? '';
      await delay(20);
    }
  };
  await Promise.all([one(), one(), one(), one()]);
  const known = [...statuses].map(([status, count]) => `${count} × ${status || 'no answer'}`);
  return known.join(', ') + (refusal === '' ? '' : ` ("${refusal}")`);
}

function swollenRelease(rival: Caller, ms: number): Promise<string> {
  return hammer(ms, (number) =>
    rival.post('/releases', {
      resource_path: `${RIVAL}/${FIRST_REPO}`,
      name: 'swollen',
      released_at: '2026-01-01T00:00:00Z',
      issue_keys_resolved: Array.from({ length: 500 }, (_, key) => `${number}-${key}-`.padEnd(200, 'K')),
    }),
  );
}

async function heavyDescriptions(rival: Caller, ms: number): Promise<string> {
  const row = `|${'a|'.repeat(60)}\n`;
  const table = `${row}|${'-|'.repeat(60)}\n${row.repeat(600)}`;
  const record = (key: string, description: string) =>
    rival.post('/critical_defects', { resource_path: RIVAL, defect_key: key, detected_now: true, description });
  const tooLong = await record('TOO-LONG', table.slice(0, 64 * 1024));
  for (let number = 0; number < 12; number += 1) await record(`TABLE-${number}`, table.slice(0, 16 * 1024));
  for (let number = 0; number < 50; number += 1) await record(`AMP-${number}`, '&'.repeat(16 * 1024));
  const listed = await hammer(ms, () => rival.get('/critical_defects', { resource_path: RIVAL }));
  return `64 KiB ${tooLong.status}; the list ${listed}`;
}

async function endlessLists(rival: Caller, host: HostileHost, ms: number): Promise<string> {
  host.setEndless(true);
  const before = host.requests();
  const answers = await hammer(ms, () => rival.post('/api_tokens/provision_user', connectionOf(host)));
  const during = host.requests() - before;
  await delay(3_000);
  const after = host.requests() - before - during;
  host.setEndless(false);
  return `${answers}; ${during} pages read, ${after} in the 3 s after it`;
}

async function queueImports(rival: Caller, repos: number): Promise<string> {
  let queued = 0;
  while (queued < repos) {
    const { status, body } = await rival.post('/imports', {
      resource_path: RIVAL,
      repo_path: `${RIVAL}/repo-${queued}`,
      window: 'all',
    });
    if (status < 300) queued += 1;
    else if (status === 429) await delay(1_000);
    else throw new Error(`the import was answered ${status}: ${body?.response_detail}`);
  }
  return `${queued} queued`;
}

async function startDripping(rival: Caller, host: HostileHost, git: string): Promise<string> {
  host.setDripping(true);
  for (let number = 0; number < 4; number += 1) {
    await host.addRepository(`drip-${number}`, git);
    await rival.post('/imports', { resource_path: RIVAL, repo_path: `${RIVAL}/drip-${number}`, window: 'all' });
  }
  return 'four clones drip';
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { filesIn } from '../settings.ts';
import { ensureSecrets } from '../stack/secrets.ts';
import { bringToLife } from './bring-to-life.ts';
import { describeDemo, readDemoRecord } from './demo-record.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'linescope-demo-'));
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test('what was stopped in the middle goes on there, and what is complete is not done again', async () => {
  const url = 'http://127.0.0.1:1';
  const context = {
    ready: {
      ...{ base_url: url, docs_url: url, entity_slug: 'demo', api_token: '', admin_token: '', postgres_url: '' },
      ...{ nats_url: '', clickhouse_url: '', code_host_url: url, code_host_token: '', pids: {} },
    },
    around: {
      ...{ dataDir, bindHost: '', logLevel: '', baseUrl: url, ports: {} },
      urls: { postgres: '', nats: '', clickhouse: '' },
    },
    secrets: ensureSecrets(filesIn(dataDir).secrets, []),
  };
  const printed: string[] = [];
  const done: string[] = [];
  let hostIsAway = true;
  const steps = ['making it', 'importing it', 'recording it'].map((name) => ({
    name,
    run: async () => {
      if (name === 'importing it' && hostIsAway) throw new Error('the host is away');
      done.push(name);
    },
  }));
  const run = () => bringToLife(context, (sentence) => printed.push(sentence), steps);
  const state = () => {
    const record = readDemoRecord(filesIn(dataDir).demo);
    return record === undefined ? 'none' : describeDemo(record);
  };

  expect(state()).toBe('none');
  expect(await run()).toBe(1);
  expect(state()).toBe('stopped at "importing it": the host is away ("npm run demo" goes on)');
  expect(printed.at(-1)).toContain('the host is away');

  hostIsAway = false;
  expect(await run()).toBe(0);
  expect(done).toEqual(['making it', 'importing it', 'recording it']);
  expect(state()).toMatch(/^complete since \d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
  expect(await run()).toBe(0);
  expect(done).toHaveLength(3);
});

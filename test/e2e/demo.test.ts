/**
 * The demo as a visitor gets it: a start, a wait, a report of everything. It takes minutes, so it runs where LINESCOPE_DEMO=1.
 */
import { SEGMENT_COUNT } from '@linescope/analytics/testing/segment-count';
import { checkSegments } from '@linescope/one-machine/demo/check-segments';
import { readDemoRecord } from '@linescope/one-machine/demo/demo-record';
import { callApi } from '@linescope/one-machine/imports/call-api';
import { filesIn } from '@linescope/one-machine/settings';
import { expect, test, vi } from 'vitest';
import { testDataDir, testStack } from '../support/test-stack.ts';

const PATIENCE = { timeout: 400_000, interval: 500 };

test.runIf(process.env['LINESCOPE_DEMO'] === '1')(
  'a start that is stopped in the middle of the demo is followed by one that completes it, and no segment is empty',
  async () => {
    const dataDir = testDataDir();
    const first = await testStack(dataDir, { DEMO: 'true', IMPORT_OWN_HISTORY: 'false' });
    await vi.waitFor(() => expect(first.output()).toContain('demo: importing its repos'), PATIENCE);
    first.interrupt();
    expect(await first.ended).toBe(0);
    expect(readDemoRecord(filesIn(dataDir).demo)).toMatchObject({ finished_at: null });

    const second = await testStack(dataDir, { DEMO: 'true', IMPORT_OWN_HISTORY: 'false' });
    await vi.waitFor(() => expect(second.output()).toContain('the demo organization is complete'), PATIENCE);
    expect(second.output()).not.toContain('demo: making the organization');
    const { base_url, api_token } = second.ready();
    const checked = await checkSegments(
      (path, query) => callApi(`${base_url}/api/v1/${path}?${new URLSearchParams(query)}`, api_token),
      'demo',
    );
    expect(checked).toHaveLength(SEGMENT_COUNT);
    expect(checked.filter(({ filled }) => !filled)).toEqual([]);
  },
  900_000,
);

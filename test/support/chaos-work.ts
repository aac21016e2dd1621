import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Caller, Fields } from './call-api.ts';

const MINUTES = 60_000;
/** What may be answered while parts are away; 404 until the import has registered the repo. */
const PASSING = [0, 404, 429, 502, 503, 504];
const SEGMENTS = [
  'commit_count',
  'diff_delta',
  'churn_line_count',
  'copy_line_counts',
  'line_operation_counts',
  'code_category',
];

/** Sends it again until it is taken, as a careful client does. */
async function insist(send: () => Promise<{ status: number; body?: unknown }>): Promise<void> {
  const until = Date.now() + 10 * MINUTES;
  for (;;) {
    const { status, body } = await send().catch(() => ({ status: 0, body: undefined }));
    if (status === 200 || status === 201) return;
    if (!PASSING.includes(status) || Date.now() > until) throw new Error(`${status} ${JSON.stringify(body)}`);
    await delay(500);
  }
}

/** What customers do while the repo is imported: releases, defects, fixes, and reports. Returns how many calls were taken. */
export async function workOn(api: Caller, repoPath: string): Promise<number> {
  const scope = { resource_path: `demo/${repoPath}` };
  let taken = 0;
  const post = async (path: string, fields: Fields) => {
    await insist(() => api.post(path, { ...scope, ...fields }));
    taken += 1;
  };
  for (let number = 1; number <= 5; number += 1) {
    const day = `2026-0${number}-10T12:00:00Z`;
    await post('/releases', { name: `v${number}`, released_at: day });
    await post('/critical_defects', { defect_key: `${repoPath}-${number}`, detected_at: day, severity: number });
    await post('/critical_defects', {
      defect_key: `${repoPath}-${number}`,
      fix_released_at: `2026-0${number}-20T12:00:00Z`,
    });
    await insist(() => api.get('/reports', { ...scope, segment_by: 'commit_count', days_ago: 30 }));
  }
  return taken;
}

const report = z.looseObject({
  series_segments: z.record(z.string(), z.array(z.looseObject({ x: z.string(), y: z.number().nullable() }))),
});
const releases = z.looseObject({
  releases: z.array(z.object({ name: z.string().nullable(), released_at: z.string(), commit_count: z.number() })),
});
const defects = z.looseObject({ critical_defects: z.array(z.record(z.string(), z.unknown())) });

/** What the API answers about a repo, without what names it: equal answers mean that customers see the same. */
export async function answersOn(api: Caller, repoPath: string): Promise<Record<string, unknown>> {
  const scope = { resource_path: `demo/${repoPath}` };
  const range = { start_date: '2020-01-01', end_date: new Date().toISOString().slice(0, 10) };
  const ask = async (path: string, query: Fields) => {
    const { status, body } = await api.get(path, { ...scope, ...query });
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const answers: Record<string, unknown> = {};
  for (const segment of SEGMENTS) {
    const { series_segments } = report.parse(
      await ask('/reports', { segment_by: segment, interval_em: 'monthly', ...range }),
    );
    answers[segment] = Object.fromEntries(
      Object.entries(series_segments).map(([name, points]) => [
        name.replaceAll(repoPath, 'repo'),
        points.map(({ x, y }) => [x, y]),
      ]),
    );
  }
  answers['releases'] = releases.parse(await ask('/releases', range)).releases;
  const unnamed = ({ defectKey, severity, detected_at, resolved_at }: Record<string, unknown>) => ({
    key: String(defectKey).replaceAll(repoPath, 'repo'),
    severity,
    detected_at,
    resolved_at,
  });
  answers['defects'] = defects.parse(await ask('/critical_defects', range)).critical_defects.map(unnamed);
  return answers;
}

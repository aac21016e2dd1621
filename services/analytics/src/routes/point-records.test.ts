import { expect, test } from 'vitest';
import { allSegments, recordsAreNamed } from '../segments/registry.ts';
import type { Segment } from '../segments/segment.ts';
import { insertGoldenDelivery } from '../testing/golden-delivery.ts';
import { HISTORY_RANGE, insertGoldenHistory, neighbourhood } from '../testing/golden-history.ts';
import { startAnalytics } from '../testing/start-analytics.ts';

const service = await startAnalytics(neighbourhood());
const { clickHouse } = service.context;
await insertGoldenHistory(clickHouse);
await insertGoldenDelivery(clickHouse);
await clickHouse.command(
  `INSERT INTO commits (entity_id, repo_id, sha, authored_at, committed_at, committer_id, is_merge, on_default_branch, presence, patch_id, issue_keys, version)
   SELECT entity_id, repo_id, sha, authored_at, committed_at, committer_id, is_merge, on_default_branch, presence, patch_id, issue_keys, version FROM commit_scores`,
);

interface Point {
  url: string;
  y: number | null;
}

interface Listed {
  point_value: number | null;
  contributor?: { username: string };
}

async function recordsOf(url: string): Promise<Listed[]> {
  const { status, body } = await service.call('GET', url.replace('/api/v1', ''));
  expect([status, body.errors ?? []]).toEqual([200, []]);
  const type = new URLSearchParams(url.split('?')[1]).get('resource_type') ?? '';
  expect(body.total_count).toBe(body[type].length);
  return body[type];
}

const kindOf = ({ y, measures }: Segment) => (typeof y === 'string' ? (measures[y]?.kind ?? 'formula') : 'several');

/** One segment of each kind of measure and series over each fact. */
const kinds = new Map(
  allSegments()
    .filter(recordsAreNamed)
    .map((segment) => {
      const fact = Object.values(segment.measures)[0]?.fact.name;
      return [[fact, kindOf(segment), Object.keys(segment.breakdown ?? {})[0], segment.only].join(' '), segment];
    }),
);

async function follow(segment: Segment, query: string): Promise<void> {
  const { body } = await service.report(`${HISTORY_RANGE}&segment_by=${segment.segment}${query}`);
  const factor = 10 ** segment.precision;
  const round = (value: number) => Math.round(value * factor) / factor;
  for (const [series, points] of Object.entries<Point[]>(body.series_segments)) {
    // The fullest point of a series is enough to see whether its records are the right ones.
    for (const { url, y } of points.toSorted((one, other) => (other.y ?? 0) - (one.y ?? 0)).slice(0, 1)) {
      const records = await recordsOf(url);
      const values = records.map(({ point_value: value }) => value);
      const known = values.filter((value) => value !== null);
      const sum = known.reduce((total, value) => total + value, 0);
      const kind = kindOf(segment);
      if (kind === 'sum' || kind === 'count') expect([series, url, round(sum)]).toEqual([series, url, y]);
      else if (kind === 'mean') {
        expect([series, url, known.length === 0 ? null : round(sum / known.length)]).toEqual([series, url, y]);
      } else if (segment.unit === 'committers' && segment.precision === 0) {
        const people = new Set(records.map(({ contributor }) => contributor?.username));
        expect([series, url, people.size]).toEqual([series, url, y]);
      } else if (y) expect([series, url, values.length > 0]).toEqual([series, url, true]);
    }
  }
}

test.each([...kinds.values()].map((segment) => [segment.segment, segment] as const))(
  'the records that a point of %s links to are just those behind it, and add up to it',
  (_name, segment) => follow(segment, segment.only ? '' : '&aggregate_by=none'),
);

test.each(['committer', 'team', 'repo_path', 'ai_cohort'])('so they do when the series are by %s', async (by) => {
  const commits = allSegments().find(({ segment }) => segment === 'commit_count');
  if (commits) await follow(commits, `&aggregate_by=${by}`);
});

test('so they do for one team, one person and one series', async () => {
  const find = (name: string) => allSegments().filter(({ segment }) => segment === name);
  for (const segment of find('none')) {
    await follow(segment, '&team_slug=edge&aggregate_by=repo_path');
    await follow(segment, '&committer_user_name=ann&aggregate_by=none');
  }
  for (const segment of find('operation')) await follow(segment, '&suppress_aggregation=true');
});

test('so they do for what AI users and others committed, for newcomers and for what was released', async () => {
  for (const name of [
    'ai_engaged_committer_count',
    'ai_inactive_committer_count',
    'committer_deploy_count',
    'days_to_first_pr',
  ]) {
    for (const segment of allSegments().filter(({ segment: own }) => own === name)) {
      expect([name, recordsAreNamed(segment)]).toEqual([name, true]);
      await follow(segment, '&aggregate_by=none');
    }
  }
});

test('400 for a list that the records of a segment do not stand in', async () => {
  const { status, body } = await service.call(
    'GET',
    '/audits?resource_path=acme&resource_type=tags&segment_by=commit_count',
  );
  expect([status, body.errors[0].param]).toEqual([400, 'segment_by']);
});

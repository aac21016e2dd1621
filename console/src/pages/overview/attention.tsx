import type { Connection } from '@linescope/client/answers';
import { vendorName } from '@linescope/contract/vendor-tokens';
import { isoDay } from '../../scope/range.ts';
import { linkTo, useScope } from '../../scope/scope.ts';
import { api } from '../../state/api.ts';
import { useImports } from '../../state/queries.ts';
import { recordsLink } from '../../state/records-link.ts';
import { usePlace } from '../../state/router.ts';
import { mayActAs, useSession } from '../../state/session.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { formatAge, formatCount } from '../../ui/format.ts';
import { Empty, Failed, Panel, SkeletonRows } from '../../ui/parts.tsx';
import { longestWaiting, type WaitingItem } from './waiting-items.ts';

const MOST = 7;

/** What waits longest, now: imports that failed, defects unresolved, pull requests without a review. */
export function Attention() {
  const { resourcePath, team, person } = useScope();
  const session = useSession();
  const { entity } = session;
  const { query } = usePlace();
  const imports = useImports(entity.slug);
  const isAdmin = mayActAs(session, 'admin');
  const connections = useAnswer(
    isAdmin ? 'connections' : null,
    async () => (await api.listConnections({ per_page: 1000 })).connections,
  );
  const trackerAnswer = useAnswer(isAdmin ? 'tracker' : null, async () => (await api.showTracker()).tracker);
  const tracker = trackerAnswer.data;
  const today = isoDay(new Date());
  const waiting = {
    resource_path: resourcePath,
    team_slug: team,
    committer_identifier: person,
    segment_by: 'pr_awaiting_review_count',
    suppress_aggregation: true,
    interval_em: 'daily',
    start_date: today,
    end_date: today,
  };
  const pulls = useAnswer(`waiting:${resourcePath}:${team}:${person}`, () =>
    api.reportRecords({ ...waiting, per_page: 1000 }),
  );
  const defects = useAnswer(`defects-open:${resourcePath}:${team}`, () =>
    api.listDefects({ resource_path: resourcePath, team_slug: team, days_ago: 1, per_page: 1000 }),
  );
  const all = new URLSearchParams();
  for (const [name, value] of Object.entries(waiting)) if (value !== null) all.set(name, String(value));
  const allUrl = `/api/v1/report_records?${all}`;

  const open = (defects.data?.critical_defects ?? [])
    .filter((defect) => defect.resolvedAt === null)
    .map((defect) => ({ ...defect, detected: parseHuman(defect.detectedAt) }));
  const items: WaitingItem[] = [
    ...(imports.data ?? [])
      .filter((repo) => repo.error_em !== null && `${entity.slug}/${repo.repo_path}/`.startsWith(`${resourcePath}/`))
      .map((repo) => ({
        key: `import ${repo.id}`,
        text: repo.repo_path,
        kind: 'import failed',
        ...waitingSince(repo.updated_at),
        isBad: true,
        href: linkTo('/imports', query),
      })),
    ...(connections.data ?? []).flatMap((one) => {
      const waiting = waitOf(one);
      if (!waiting) return [];
      const text = `${vendorName(one.git_provider_em)}, ${one.account}`;
      return [
        { key: `connection ${one.id}`, text, ...waiting, isBad: true, href: linkTo('/settings/connections', query) },
      ];
    }),
    ...(tracker && (tracker.last_error_em !== null || tracker.unread_parts.length > 0)
      ? [
          {
            key: 'tracker',
            text: tracker.endpoint_url,
            kind: tracker.last_error_em === null ? 'tracker read in part' : 'tracker not read',
            ...waitingSince(tracker.last_read_at),
            isBad: true,
            href: linkTo('/settings/connections', query),
          },
        ]
      : []),
    ...open.map((defect) => ({
      key: `defect ${defect.id}`,
      text: defect.issueTracker?.title || defect.defectKey,
      kind: 'defect',
      ...waitingSince(defect.detected),
      isBad: true,
      href: linkTo('/delivery', query),
    })),
    ...(pulls.data?.pull_requests ?? []).map((pull) => ({
      key: `pull ${pull.id}`,
      text: pull.title,
      kind: 'pull request',
      // Untouched for two weeks: less likely to move than what waits since then, and not to hide it.
      isStale: pull.phase_em === 'phase_stale_open',
      ...waitingSince(pull.opened_at),
      isBad: false,
      href: `${recordsLink(allUrl)}&record=${pull.id}`,
    })),
  ];
  const reads = [pulls, defects, imports, connections, trackerAnswer];
  const isLoading = reads.some(({ loading }) => loading);
  // What could not be read may be what waits longest.
  const failed = reads.filter(({ data, error }) => error && data === undefined);
  const failure = failed[0]?.error;
  const readAgain = () => {
    for (const { reload } of failed) reload();
  };
  const pullCount = pulls.data?.total_count ?? 0;
  const shown = longestWaiting(items, MOST);
  const isCut = (kind: string, count: number) => shown.filter(({ key }) => key.startsWith(`${kind} `)).length < count;
  return (
    <Panel
      title="Needs attention"
      meaning="What waits longest of each kind, now."
      class="span-4"
      tools={
        <>
          {isCut('defect', open.length) && (
            <a class="plain" href={linkTo('/delivery', query)}>
              All {formatCount(open.length, 'open defect')}
            </a>
          )}
          {isCut('pull', pullCount) && (
            <a class="plain" href={recordsLink(allUrl)}>
              All {formatCount(pullCount, 'pull request')}
            </a>
          )}
        </>
      }
    >
      {failure && <Failed error={failure} retry={readAgain} />}
      {isLoading ? (
        <SkeletonRows count={7} />
      ) : items.length === 0 ? (
        !failure && (
          <Empty title="Nothing waits">No failed import, no open defect, no pull request without a review.</Empty>
        )
      ) : (
        <ul class="list">
          {shown.map((item) => (
            <li key={item.key}>
              <a class="clip" href={item.href} title={item.text}>
                {item.text}
              </a>
              <span class={`nowrap ${item.isBad ? 'bad' : 'soft'}`}>{item.kind}</span>
              <span class="soft nowrap">{item.age}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** What is not known to have begun comes last. */
const waitingSince = (time: string | Date | null) =>
  time === null ? { since: Number.MAX_VALUE, age: '' } : { since: new Date(time).getTime(), age: formatAge(time) };

/** Of a connection that does not work, since it last did or its token ended; of one whose token ends soon, none yet. */
function waitOf(one: Connection): Pick<WaitingItem, 'kind' | 'since' | 'age'> | null {
  const ends = one.expires_at === null ? null : new Date(one.expires_at).getTime();
  if (ends !== null && ends <= Date.now()) return { kind: 'connection expired', ...waitingSince(new Date(ends)) };
  if (one.status_em === 'connection_invalid')
    return { kind: 'connection refused', ...waitingSince(one.repos_cached_at ?? one.created_at) };
  if (ends === null || (one.expires_in_days ?? 99) > 14) return null;
  return {
    kind: 'connection expires',
    since: ends,
    age: one.expires_in_days === 0 ? 'within a day' : `in ${one.expires_in_days} d`,
  };
}

/** The defects' times are written for people: `October 8, 2026 14:05 UTC`. */
const parseHuman = (text: string): Date => new Date(text);

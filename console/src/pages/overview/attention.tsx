import { vendorName } from '@linescope/contract/vendor-tokens';
import { isoDay } from '../../scope/range.ts';
import { linkTo, useScope } from '../../scope/scope.ts';
import { api } from '../../state/api.ts';
import { useImports } from '../../state/queries.ts';
import { usePlace } from '../../state/router.ts';
import { mayActAs, useSession } from '../../state/session.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { formatAge, formatCount } from '../../ui/format.ts';
import { Empty, Failed, Panel, SkeletonRows } from '../../ui/parts.tsx';

interface Item {
  key: string;
  text: string;
  beside: string;
  age: string;
  isBad: boolean;
  href: string;
}

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
  const tracker = useAnswer(isAdmin ? 'tracker' : null, async () => (await api.showTracker()).tracker).data;
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
    api.reportRecords({ ...waiting, per_page: 200 }),
  );
  const defects = useAnswer(`defects-open:${resourcePath}:${team}`, () =>
    api.listDefects({ resource_path: resourcePath, team_slug: team, days_ago: 1, per_page: 1000 }),
  );
  const all = new URLSearchParams();
  for (const [name, value] of Object.entries(waiting)) if (value !== null) all.set(name, String(value));

  const open = (defects.data?.critical_defects ?? [])
    .filter((defect) => defect.resolvedAt === null)
    .map((defect) => ({ ...defect, detected: parseHuman(defect.detectedAt) }))
    .toSorted((one, other) => one.detected.getTime() - other.detected.getTime());
  const items: Item[] = [
    ...(imports.data ?? [])
      .filter((repo) => repo.error_em !== null && `${entity.slug}/${repo.repo_path}/`.startsWith(`${resourcePath}/`))
      .map((repo) => ({
        key: `import ${repo.id}`,
        text: repo.repo_path,
        beside: 'import failed',
        age: formatAge(repo.updated_at),
        isBad: true,
        href: linkTo('/imports', query),
      })),
    ...(connections.data ?? [])
      .filter((one) => one.status_em === 'connection_invalid' || (one.expires_in_days ?? 99) <= 14)
      .map((one) => ({
        key: `connection ${one.id}`,
        text: `${vendorName(one.git_provider_em)}, ${one.account}`,
        beside: one.status_em === 'connection_invalid' ? 'connection refused' : 'connection expires',
        age: one.expires_in_days === null ? '' : `in ${one.expires_in_days} d`,
        isBad: true,
        href: '/settings/connections',
      })),
    ...(tracker?.last_error_em
      ? [
          {
            key: 'tracker',
            text: tracker.endpoint_url,
            beside: 'tracker not read',
            age: tracker.last_read_at === null ? '' : formatAge(tracker.last_read_at),
            isBad: true,
            href: '/settings/connections',
          },
        ]
      : []),
    ...open.map((defect) => ({
      key: `defect ${defect.id}`,
      text: defect.issueTracker?.title || defect.defectKey,
      beside: 'defect',
      age: formatAge(defect.detected),
      isBad: true,
      href: linkTo('/delivery', query),
    })),
    ...(pulls.data?.pull_requests ?? [])
      .toSorted(
        (one, other) =>
          Number(isStale(one)) - Number(isStale(other)) || (one.opened_at ?? '').localeCompare(other.opened_at ?? ''),
      )
      .map((pull) => ({
        key: `pull ${pull.id}`,
        text: pull.title,
        beside: `#${pull.number}`,
        age: formatAge(pull.opened_at ?? ''),
        isBad: false,
        href: `/records?${all}&list=report_records&record=${pull.id}`,
      })),
  ];
  const isLoading = pulls.loading || defects.loading || imports.loading;
  const error = pulls.error ?? defects.error;
  const pullCount = pulls.data?.total_count ?? 0;
  const shown = balanced(items);
  const isCut = (kind: string, count: number) => shown.filter((item) => kindOf(item) === kind).length < count;
  return (
    <Panel
      title="Needs attention"
      meaning="What waits longest, now."
      class="span-4"
      tools={
        <>
          {isCut('defect', open.length) && (
            <a class="plain" href={linkTo('/delivery', query)}>
              All {formatCount(open.length, 'open defect')}
            </a>
          )}
          {isCut('pull', pullCount) && (
            <a class="plain" href={`/records?${all}&list=report_records`}>
              All {formatCount(pullCount, 'pull request')}
            </a>
          )}
        </>
      }
    >
      {error && items.length === 0 ? (
        <Failed error={error} retry={pulls.reload} />
      ) : isLoading ? (
        <SkeletonRows count={7} />
      ) : items.length === 0 ? (
        <Empty title="Nothing waits">No failed import, no open defect, no pull request without a review.</Empty>
      ) : (
        <ul class="list">
          {shown.map((item) => (
            <li key={item.key}>
              <a class="clip" href={item.href} title={item.text}>
                {item.text}
              </a>
              <span class={`nowrap ${item.isBad ? 'bad' : 'soft'}`}>{item.beside}</span>
              <span class="soft nowrap">{item.age}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Untouched for two weeks: less likely to move than what waits since then. */
const isStale = ({ phase_em: phase }: { phase_em: string }): boolean => phase === 'phase_stale_open';

/** At most three that are bad, of each kind in turn, so that no kind hides what waits behind it. */
function balanced(items: Item[]): Item[] {
  const bad = items.filter(({ isBad }) => isBad);
  const rest = items.filter(({ isBad }) => !isBad);
  const places = new Map(
    [...Map.groupBy(bad, kindOf).values()].flatMap((of) => of.map((item, place) => [item, place])),
  );
  const inTurn = bad.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
  const shown = new Set(inTurn.slice(0, Math.max(3, MOST - rest.length)));
  return [...bad.filter((item) => shown.has(item)), ...rest].slice(0, MOST);
}

const kindOf = ({ key }: Item): string | undefined => key.split(' ')[0];

/** The defects' times are written for people: `October 8, 2026 14:05 UTC`. */
const parseHuman = (text: string): Date => new Date(text);

import type { PullRequestRecord } from '@linescope/client/answers';
import { isoDay } from '../../scope/range.ts';
import { useScope } from '../../scope/scope.ts';
import { api } from '../../state/api.ts';
import { recordsOf } from '../../state/records.ts';
import { recordsLink } from '../../state/records-link.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { formatAge } from '../../ui/format.ts';
import { Empty, Failed, Panel, SkeletonRows } from '../../ui/parts.tsx';

const MOST = 9;
/** The newest come first: those that wait longest are on the last page. */
const MOST_READ = 1000;

/** Open and without a human review, those that can still move first. */
export function OpenByAge() {
  const scope = useScope();
  const today = isoDay(new Date());
  const params = recordsOf(scope, 'pr_awaiting_review_count', { start: today, end: today });
  params.set('interval_em', 'daily');
  const url = `/api/v1/report_records?${params}`;
  const pulls = useAnswer(`open-pulls:${params}`, () =>
    api.reportRecords({ ...Object.fromEntries(params), per_page: MOST_READ }),
  );
  const rows = (pulls.data?.pull_requests ?? []).toSorted(byAge);
  return (
    <Panel
      class="span-6"
      title="Waiting for a review"
      meaning="Open now and reviewed by nobody; those untouched for two weeks come last."
      tools={
        <a class="plain" href={recordsLink(url)}>
          {pulls.data && `All ${pulls.data.total_count}`}
        </a>
      }
    >
      {pulls.error && !pulls.data ? (
        <Failed error={pulls.error} retry={pulls.reload} />
      ) : pulls.loading ? (
        <SkeletonRows count={MOST} />
      ) : rows.length === 0 ? (
        <Empty title="Nothing waits for a review" />
      ) : (
        <ul class="list">
          {rows.slice(0, MOST).map((pull) => (
            <li key={pull.id}>
              <a class="clip" href={`${recordsLink(url)}&record=${pull.id}`}>
                {pull.title} <span class="soft">#{pull.number}</span>
              </a>
              <span class="soft small nowrap">
                {pull.contributor?.full_name} {pull.phase_em === 'phase_stale_open' && '· stale'}
              </span>
              <span class="nowrap">{formatAge(pull.opened_at ?? '')}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const byAge = (one: PullRequestRecord, other: PullRequestRecord): number =>
  Number(one.phase_em === 'phase_stale_open') - Number(other.phase_em === 'phase_stale_open') ||
  (one.opened_at ?? '').localeCompare(other.opened_at ?? '');

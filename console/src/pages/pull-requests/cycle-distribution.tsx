import { useMemo } from 'preact/hooks';
import { useScope } from '../../scope/scope.ts';
import { recordsOf, useRecords } from '../../state/records.ts';
import { recordsLink } from '../../state/records-link.ts';
import { formatCount, formatNumber } from '../../ui/format.ts';
import { Empty, Failed, Panel, Skeleton } from '../../ui/parts.tsx';

const BINS: { label: string; below: number }[] = [
  { label: '< 4 h', below: 4 / 24 },
  { label: '< 1 d', below: 1 },
  { label: '1 d', below: 2 },
  { label: '2 d', below: 3 },
  { label: '3 d', below: 4 },
  { label: '4 d', below: 5 },
  { label: '5–6 d', below: 7 },
  { label: '1–2 w', below: 14 },
  { label: '> 2 w', below: Number.POSITIVE_INFINITY },
];

/** Not only the mean: how many take how long, with the median and the slowest tenth. */
export function CycleDistribution() {
  const scope = useScope();
  const params = recordsOf(scope, 'pr_cycle');
  const pulls = useRecords(params);
  const shown = useMemo(
    () => pulls.data && distribute(pulls.data.rows.map((row) => Number(row['point_value']))),
    [pulls.data],
  );
  return (
    <Panel
      class="span-6"
      title="How long they take"
      meaning={
        shown && shown.count > 0
          ? `Half of ${formatCount(shown.count, 'merged pull request')} took up to ${formatNumber(shown.median, 1)} days, one in ten more than ${formatNumber(shown.p90, 1)}.${shown.count < 10 ? ' Little to go by.' : ''}`
          : 'Merged pull requests by days from the first commit to the merge.'
      }
      tools={
        <a class="plain" href={recordsLink(`/api/v1/report_records?${params}`)}>
          Records
        </a>
      }
    >
      {pulls.error && !pulls.data ? (
        <Failed error={pulls.error} retry={pulls.reload} />
      ) : !shown ? (
        <Skeleton height={246} />
      ) : shown.count === 0 ? (
        <Empty title="Nothing was merged in this range" />
      ) : (
        <>
          <ul class="columns">
            {shown.bins.map(({ label, count }) => (
              <li key={label}>
                <span class="small">{count || ''}</span>
                <span class="column-bar s1" style={{ '--share': count / shown.largest }} />
                <span class="small soft nowrap">{label}</span>
              </li>
            ))}
          </ul>
          {pulls.data && pulls.data.total > pulls.data.rows.length && (
            <p class="small soft">
              Of the newest {formatNumber(pulls.data.rows.length)} of {formatNumber(pulls.data.total)}.
            </p>
          )}
        </>
      )}
    </Panel>
  );
}

export function distribute(days: number[]) {
  const sorted = days.filter(Number.isFinite).toSorted((one, other) => one - other);
  const bins = BINS.map(({ label, below }, index) => {
    const from = BINS[index - 1]?.below ?? 0;
    return { label, count: sorted.filter((value) => value >= from && value < below).length };
  });
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return {
    bins,
    count: sorted.length,
    largest: Math.max(1, ...bins.map(({ count }) => count)),
    median: at(0.5),
    p90: at(0.9),
  };
}

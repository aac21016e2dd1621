import { useMemo } from 'preact/hooks';
import { isoDay } from '../scope/range.ts';
import { linkTo, scopeParams, useScope } from '../scope/scope.ts';
import { useReport, useSegments } from '../state/queries.ts';
import { usePlace } from '../state/router.ts';
import { formatNumber, formatTime, readable } from '../ui/format.ts';
import { Hint, Skeleton } from '../ui/parts.tsx';
import { type ChartData, chartOf, headlineOf } from './chart-data.ts';
import { Spark } from './chart-marks.tsx';

export type Wish = 'up' | 'down' | 'neither';

const PER: Record<string, string> = { daily: 'a day', weekly: 'a week', monthly: 'a month' };

/** One figure with its trend and change; the whole of it leads to its chart. */
export function Tile(props: { segment: string; title: string; wish: Wish; perInterval?: boolean; second?: string }) {
  const scope = useScope();
  const { query } = usePlace();
  const segment = useSegments().data?.find(({ segment_em }) => segment_em === props.segment);
  const params = { ...scopeParams(scope), suppress_aggregation: true };
  const report = useReport({ ...params, segment_by: props.segment });
  const second = useReport(props.second ? { ...params, segment_by: props.second } : null);
  const shown = useMemo(() => {
    if (!report.data) return null;
    const data = chartOf(report.data, isoDay(new Date()), { adds: true });
    const values = data.series[0]?.values ?? [];
    return { data, values, headline: headlineOf(data, values) };
  }, [report.data]);
  const secondText = useMemo(() => {
    if (!second.data) return null;
    const data = chartOf(second.data, isoDay(new Date()), { adds: true });
    const { value } = headlineOf(data, data.series[0]?.values ?? []);
    return value === null ? null : `${formatNumber(value, 0)} % of releases failed`;
  }, [second.data]);

  const figure = shown && figureOf(shown.headline.value, shown.data);
  const per = props.perInterval && shown ? ` ${PER[shown.data.interval]}` : '';
  return (
    <article class="tile">
      <a href={linkTo('/explore', query, { segments: [props.segment, props.second].filter(Boolean).join(',') })}>
        <h2>{props.title}</h2>
        {report.error && !report.data ? (
          <span class="small bad">{report.error.message}</span>
        ) : !shown || !figure ? (
          <>
            <Skeleton height={30} width="55%" />
            <span key="change" class="change">
              &nbsp;
            </span>
          </>
        ) : (
          <>
            <span key="figure" class="figure">
              {figure.text}
              <small>
                {figure.unit}
                {per}
              </small>
            </span>
            <Change headline={shown.headline} wish={props.wish} second={secondText} />
            <Spark values={shown.values.filter((_, index) => !shown.data.points[index]?.unfinished)} />
          </>
        )}
      </a>
      <Hint label={`What ${props.title} means`}>
        <p>{segment?.description}</p>
        <p class="soft">
          Mean of the last {shown?.headline.words ?? 'whole intervals'}, unfinished ones left out.
          {report.at && ` As of ${formatTime(new Date(report.at))}.`}
        </p>
      </Hint>
    </article>
  );
}

/** Hundreds of hours are read as days. */
function figureOf(value: number | null, { unit, precision }: ChartData): { text: string; unit: string } {
  if (unit === 'hours' && value !== null && value >= 96) return { text: formatNumber(value / 24, 1), unit: 'days' };
  return readable(value, unit, precision);
}

function Change(props: { headline: ReturnType<typeof headlineOf>; wish: Wish; second: string | null }) {
  const { value, changePercent, words } = props.headline;
  if (value === null) return <span class="change">no data in this range</span>;
  const further = props.second ? ` · ${props.second}` : '';
  if (changePercent === null) return <span class="change">nothing to compare with{further}</span>;
  const rounded = Math.round(changePercent);
  if (rounded === 0)
    return (
      <span class="change">
        as in the {words} before{further}
      </span>
    );
  const isGood = props.wish === 'neither' ? null : rounded > 0 === (props.wish === 'up');
  const tone = isGood === null ? '' : isGood ? 'good' : 'bad';
  return (
    <span class="change" title={`against the ${words} before${further}`}>
      <span class={tone}>
        {rounded > 0 ? '▲' : '▼'} {Math.abs(rounded) > 999 ? 'over 999' : Math.abs(rounded)} %
      </span>{' '}
      vs {words} before
      {props.second && (
        <>
          <br />
          {props.second}
        </>
      )}
    </span>
  );
}

import { linkTo } from '../scope/scope.ts';
import { usePlace } from '../state/router.ts';
import { formatDay, formatNumber, formatTime, readable } from '../ui/format.ts';
import { Hint, Skeleton } from '../ui/parts.tsx';
import type { ChartData, Headline } from './chart-data.ts';
import { Spark } from './chart-marks.tsx';
import { type Shown, useHeadline } from './use-headline.ts';

export type Wish = 'up' | 'down' | 'neither';

const PER: Record<string, string> = { daily: 'a day', weekly: 'a week', monthly: 'a month' };

/** One figure with its trend and change; the whole of it leads to its chart. */
export function Tile(props: { segment: string; title: string; wish: Wish; perInterval?: boolean; second?: string }) {
  const { query } = usePlace();
  const { segment, report, shown, error } = useHeadline(props.segment);
  const second = useHeadline(props.second ?? null).shown?.headline;
  const secondText =
    second && second.value !== null
      ? `${formatNumber(second.value, 0)} % of releases failed${second.running && !shown?.headline.running ? ' so far' : ''}`
      : null;

  const figure = shown && figureOf(shown.headline.value, shown.data);
  const per = props.perInterval && shown && !shown.headline.running ? ` ${PER[shown.data.interval]}` : '';
  return (
    <article class="tile">
      <a href={linkTo('/explore', query, { segments: [props.segment, props.second].filter(Boolean).join(',') })}>
        <h2>{props.title}</h2>
        {error ? (
          <span class="small bad">{error.message}</span>
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
            <Change
              headline={shown.headline}
              hasData={shown.values.some((value) => value !== null)}
              wish={props.wish}
              second={secondText}
            />
            <Spark values={shown.values.filter((_, index) => !shown.data.points[index]?.unfinished)} />
          </>
        )}
      </a>
      <Hint label={`What ${props.title} means`}>
        <p>{segment?.description}</p>
        <p class="soft">
          {shown && coverageOf(shown, segment?.additive ?? true)}
          {report.at && ` As of ${formatTime(new Date(report.at))}.`}
        </p>
      </Hint>
    </article>
  );
}

/** Hundreds of hours are read as days. */
function figureOf(value: number | null, { unit, precision }: ChartData): { text: string; unit: string } {
  if (unit === 'hours' && value !== null && value >= 96) return { text: formatNumber(value / 24, 1), unit: 'days' };
  // A mean of counts: of one in four weeks, nothing would be left without the decimal.
  const isSmall = precision === 0 && value !== null && Math.abs(value) < 10 && !Number.isInteger(value);
  return readable(value, value === 1 ? unit.replace(/s$/, '') : unit, isSmall ? 1 : precision);
}

/** Which days the figure is of, and how it is made of them. */
function coverageOf({ headline, data }: Shown, adds: boolean): string {
  const { days, running, words } = headline;
  if (!days) return '';
  const said = days.start === days.end ? formatDay(days.start) : `${formatDay(days.start)} – ${formatDay(days.end)}`;
  if (running) return `Of ${running}, which is not over: no whole one before it has a value.`;
  const made = adds ? `Mean ${PER[data.interval]} of` : 'All records of';
  return `${made} the last ${words}, ${said}; what is unfinished is left out.`;
}

function Change(props: { headline: Headline; hasData: boolean; wish: Wish; second: string | null }) {
  const { value, changePercent, words, running } = props.headline;
  if (value === null)
    return <span class="change">{props.hasData ? `nothing in the last ${words}` : 'no data in this range'}</span>;
  const further = props.second ? ` · ${props.second}` : '';
  if (running)
    return (
      <span class="change">
        so far {running}
        {further}
      </span>
    );
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

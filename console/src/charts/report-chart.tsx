import type { Params } from '@linescope/client/client';
import { useMemo, useState } from 'preact/hooks';
import { addDays, isoDay, type Range } from '../scope/range.ts';
import { linkTo, scopeParams, useScope } from '../scope/scope.ts';
import { useReport, useSegments } from '../state/queries.ts';
import { recordsLink } from '../state/records-link.ts';
import { navigate, usePlace, withQuery } from '../state/router.ts';
import { Empty, Failed, Panel, Skeleton } from '../ui/parts.tsx';
import { chartOf } from './chart-data.ts';
import { ChartTable } from './chart-table.tsx';
import { Legend } from './legend.tsx';
import { TimeChart } from './time-chart.tsx';

/** Keeps the place of a text that is not there yet. */
const NOT_YET = '\u00a0';

/** A segment of the scope and range as a panel: title, one line of meaning, chart, legend, table. */
export function ReportChart(props: {
  segment: string;
  title?: string;
  meaning?: string;
  params?: Params;
  kind?: 'bars' | 'lines';
  /** Means and shares of one team in one week are noise: over more than a quarter they are read by month. */
  byMonth?: boolean;
  height?: number;
  class?: string;
  markers?: { at: string; label: string }[];
  /** Names of series in the order that they mean. */
  order?: readonly string[];
}) {
  const scope = useScope();
  const { query } = usePlace();
  const segments = useSegments();
  const segment = segments.data?.find(({ segment_em }) => segment_em === props.segment);
  const isByMonth = props.byMonth === true && isLong(scope.range);
  const report = useReport({
    ...scopeParams(scope),
    segment_by: props.segment,
    ...(isByMonth ? { interval_em: 'monthly' } : {}),
    ...props.params,
  });
  const [asTable, setAsTable] = useState(false);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const adds = segment?.additive ?? true;
  const data = useMemo(
    () =>
      report.data &&
      segment &&
      chartOf(report.data, isoDay(new Date()), { adds, ...(props.order ? { order: props.order } : {}) }),
    [report.data, segment],
  );
  const failed = [report, segments].find(({ data: read, error }) => error && !read);
  const title = props.title ?? segment?.title ?? '';
  const height = props.height ?? 220;
  const kind = props.kind ?? (adds ? 'bars' : 'lines');
  return (
    <Panel
      title={title || NOT_YET}
      meaning={props.meaning ?? meaningOf(title, segment?.description) ?? NOT_YET}
      class={props.class ?? ''}
      tools={
        <>
          <button type="button" class="plain" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            Table
          </button>
          <a
            class="plain"
            href={linkTo('/explore', query, {
              segments: props.segment,
              ...splitOf(props.params),
              ...(isByMonth ? { interval: 'monthly' } : {}),
            })}
          >
            Explore
          </a>
        </>
      }
    >
      {failed?.error ? (
        <Failed error={failed.error} retry={failed.reload} />
      ) : !data ? (
        <Skeleton height={height + 30} />
      ) : data.points.length === 0 ? (
        <div class="stack" style={{ minHeight: `${height + 30}px` }}>
          <Empty title="Nothing to show">{report.data?.response_detail ?? 'There is no data in this range.'}</Empty>
        </div>
      ) : asTable ? (
        <ChartTable title={title} data={data} />
      ) : (
        <>
          <TimeChart
            title={title}
            data={data}
            kind={kind}
            height={height}
            hidden={hidden}
            {...(props.markers ? { markers: props.markers } : {})}
            onOpen={(url) => navigate(recordsLink(url))}
            onZoom={(start, end) => navigate(withQuery({ range: `${start}..${end}` }))}
          />
          <Legend data={data} range={scope.range} hidden={hidden} onChange={setHidden} />
          {report.data?.coverage?.is_current === false && segment?.facts.some(isDerived) && (
            <p class="small soft">It is still derived what wrote the newest lines: figures may change.</p>
          )}
        </>
      )}
    </Panel>
  );
}

/** As Explore has it in its URL: the chart that it leads to is split as this one is. */
function splitOf(params: Params = {}): { by?: string } {
  if (params['suppress_aggregation'] === true) return { by: 'none' };
  return typeof params['aggregate_by'] === 'string' ? { by: params['aggregate_by'] } : {};
}

/** What is reported of AI stays as it is reported. */
const isDerived = (fact: string): boolean => fact !== 'ai_usage';

const QUARTER_DAYS = 92;
const isLong = ({ start, end }: Range): boolean => addDays(start, QUARTER_DAYS) < end;

/** A description that only repeats the title says nothing. */
const meaningOf = (title: string, description: string | undefined): string | undefined =>
  description?.toLowerCase().replace(/\.$/, '') === title.toLowerCase() ? undefined : description;

import type { Segment } from '@linescope/client/answers';
import { useMemo, useState } from 'preact/hooks';
import { chartOf } from '../../charts/chart-data.ts';
import { ChartTable } from '../../charts/chart-table.tsx';
import { Legend } from '../../charts/legend.tsx';
import { TimeChart } from '../../charts/time-chart.tsx';
import { isoDay, rangeBefore } from '../../scope/range.ts';
import { useScope } from '../../scope/scope.ts';
import { useReport } from '../../state/queries.ts';
import { recordsLink } from '../../state/records-link.ts';
import { navigate, withQuery } from '../../state/router.ts';
import { copyText } from '../../ui/copy-text.ts';
import { CsvButton } from '../../ui/csv-button.tsx';
import { formatTime } from '../../ui/format.ts';
import { Empty, Failed, Panel, Skeleton } from '../../ui/parts.tsx';
import { type Choice, reportParams } from './explore-params.ts';
import { saveImage } from './save-image.ts';
import { SummaryTable } from './summary-table.tsx';
import { asCurl, asTypeScript } from './take-away.ts';

export function ExplorePanel(props: { segment: Segment; class: string; height: number; choice: Choice }) {
  const { segment, height } = props;
  const { isCompared } = props.choice;
  const scope = useScope();
  const params = reportParams(scope, segment, props.choice);
  const report = useReport(params);
  const past = rangeBefore(scope.range);
  const before = useReport(isCompared ? { ...params, start_date: past.start, end_date: past.end } : null);
  const [asTable, setAsTable] = useState(false);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const data = useMemo(
    () => report.data && chartOf(report.data, isoDay(new Date()), { adds: segment.additive }),
    [report.data],
  );
  const beforeValues = useMemo(
    () => before.data && chartOf(before.data, isoDay(new Date()), { adds: true }).series[0]?.values,
    [before.data],
  );
  const kind = segment.additive && !isCompared ? 'bars' : 'lines';
  return (
    <Panel
      title={segment.title}
      meaning={segment.description}
      class={props.class}
      tools={
        <>
          <button type="button" class="plain" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            Table
          </button>
          <CsvButton name={segment.segment_em} path="/reports" params={params} />
          {!asTable && (
            <button
              type="button"
              class="plain"
              disabled={!report.data}
              onClick={(event) => {
                const chart = event.currentTarget.closest('.panel')?.querySelector('.chart svg');
                if (chart instanceof SVGSVGElement && data)
                  void saveImage(chart, { title: segment.title, name: segment.segment_em, series: data.series });
              }}
            >
              PNG
            </button>
          )}
          <button type="button" class="plain" onClick={() => copyText(asCurl(params), 'as curl')}>
            Copy as curl
          </button>
          <button type="button" class="plain" onClick={() => copyText(asTypeScript(params), 'as TypeScript')}>
            as TypeScript
          </button>
        </>
      }
    >
      {report.error && !report.data ? (
        <Failed error={report.error} retry={report.reload} />
      ) : !data || !report.data ? (
        <Skeleton height={height + 110} />
      ) : data.points.length === 0 ? (
        <Empty title="Nothing to show">
          {report.data.response_detail ?? 'There is no data in this range for what you may see.'}
        </Empty>
      ) : (
        <>
          {asTable ? (
            <ChartTable title={segment.title} data={data} />
          ) : (
            <>
              <TimeChart
                title={segment.title}
                data={data}
                kind={kind}
                height={height}
                hidden={hidden}
                before={isCompared ? beforeValues : undefined}
                onOpen={(url) => navigate(recordsLink(url))}
                onZoom={(start, end) => navigate(withQuery({ range: `${start}..${end}` }))}
              />
              <Legend data={data} range={scope.range} hidden={hidden} onChange={setHidden} />
            </>
          )}
          <SummaryTable title={segment.title} report={report.data} additive={segment.additive} />
          <p class="small soft">
            <code>{segment.formula}</code>
            {report.data.series_overlap && ' · somebody is in several teams, so they add up to more than the whole'}
            {report.at && ` · as of ${formatTime(new Date(report.at))}`}
          </p>
        </>
      )}
    </Panel>
  );
}

import type { Release } from '@linescope/client/answers';
import { DAY_MS } from '@linescope/contract/days';
import { useScope } from '../../scope/scope.ts';
import type { Answer } from '../../state/use-answer.ts';
import { formatCount, formatDay } from '../../ui/format.ts';
import { Empty, Failed, Panel, Skeleton } from '../../ui/parts.tsx';
import type { Defect } from './delivery-data.ts';
import { timelineRows } from './timeline-rows.ts';

/** Releases as ticks and defects as spans on one time line, a row a repo. */
export function Timeline(props: {
  releases: Answer<{ rows: Release[]; total: number }>;
  defects: Answer<{ rows: Defect[]; total: number }>;
}) {
  const { range } = useScope();
  const from = Date.parse(range.start);
  const until = Date.parse(range.end) + DAY_MS;
  const place = (time: string | number) =>
    Math.min(100, Math.max(0, (100 * ((typeof time === 'number' ? time : Date.parse(time)) - from)) / (until - from)));
  const rows = timelineRows(props.releases.data?.rows ?? [], props.defects.data?.rows ?? []);
  const isLoading = props.releases.loading || props.defects.loading;
  // Without the one, a time line of the other would say that there were none.
  const failed = [props.releases, props.defects].find(({ data, error }) => error && !data);
  return (
    <Panel
      title="Releases and defects"
      meaning="A tick is a release, a bar a critical defect from its detection to its last fix; one that is not resolved reaches to today."
    >
      {failed?.error ? (
        <Failed error={failed.error} retry={failed.reload} />
      ) : isLoading ? (
        <Skeleton height={178} />
      ) : rows.length === 0 ? (
        <Empty title="No release and no defect in this range" />
      ) : (
        <div class="timeline">
          {rows.map((row) => (
            <div key={row.name} class="timeline-row">
              <span class="clip small" title={row.name}>
                {row.name}
              </span>
              <div class="timeline-lane">
                {row.defects.map((defect) => (
                  <span
                    key={defect.id}
                    class={`timeline-defect ${defect.resolved ? '' : 'open'}`}
                    title={`${defect.defectKey}, detected ${formatDay(defect.detected)}${defect.resolved ? `, resolved ${formatDay(defect.resolved)}` : ', not resolved'}`}
                    style={{
                      left: `${place(defect.detected)}%`,
                      width: `${Math.max(0.4, place(defect.resolved ?? Date.now()) - place(defect.detected))}%`,
                    }}
                  />
                ))}
                {row.releases.map((release) => (
                  <span
                    key={release.id}
                    class="timeline-release"
                    title={`${release.name ?? 'Release'}, ${formatDay(release.released_at)}, ${formatCount(release.commit_count, 'commit')}`}
                    style={{ left: `${place(release.released_at)}%` }}
                  />
                ))}
              </div>
            </div>
          ))}
          <div class="timeline-row">
            <span />
            <div class="row small soft">
              <span>{formatDay(range.start)}</span>
              <span class="spacer" />
              <span>{formatDay(range.end)}</span>
            </div>
          </div>
        </div>
      )}
    </Panel>
  );
}

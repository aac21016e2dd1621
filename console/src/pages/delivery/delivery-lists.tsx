import type { Release } from '@linescope/client/answers';
import { useScope } from '../../scope/scope.ts';
import type { Answer } from '../../state/use-answer.ts';
import { CsvButton } from '../../ui/csv-button.tsx';
import { formatCount, formatMinutes, formatNumber } from '../../ui/format.ts';
import { Empty, Failed, Panel, SkeletonRows, Time } from '../../ui/parts.tsx';
import { type Defect, inRange } from './delivery-data.ts';
import { MoreRows, useMoreRows } from './more-rows.tsx';
import { type Removable, RemoveCell, RemoveHeading } from './remove-record.tsx';

/** Absent where the reader may not remove records. */
type OnRemove = ((record: Removable) => void) | undefined;

export function ReleaseList(props: { releases: Answer<{ rows: Release[]; total: number }>; onRemove: OnRemove }) {
  const { releases, onRemove } = props;
  const scope = useScope();
  const { shown, showMore } = useMoreRows();
  const rows = releases.data?.rows ?? [];
  return (
    <Panel
      class="span-6"
      title="Releases"
      meaning={
        releases.data
          ? `${formatCount(releases.data.total, 'release')} in the range, the newest first.`
          : 'The newest first.'
      }
      tools={<CsvButton name="releases" path="/releases" params={inRange(scope)} />}
    >
      {releases.error && !releases.data ? (
        <Failed error={releases.error} retry={releases.reload} />
      ) : releases.loading ? (
        <SkeletonRows count={8} />
      ) : rows.length === 0 ? (
        <Empty title="No release in this range">
          Record one from a pipeline with <code>POST /api/v1/releases</code>.
        </Empty>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keys
        <section class="table-wrap" tabIndex={0} aria-label="Releases">
          <table>
            <thead>
              <tr>
                <th scope="col">Release</th>
                <th scope="col">Repo</th>
                <th scope="col">Released</th>
                <th scope="col" class="number">
                  Commits
                </th>
                <th scope="col" class="number">
                  Fixes
                </th>
                {onRemove && <RemoveHeading />}
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, shown).map((release) => (
                <tr key={release.id}>
                  <td class="strong long">
                    <div class="two-lines" title={release.name ?? ''}>
                      {release.name ?? 'unnamed'}
                    </div>
                  </td>
                  <td>{release.repo_path}</td>
                  <td>
                    <Time at={release.released_at} />
                  </td>
                  <td class="number">{formatNumber(release.commit_count)}</td>
                  <td class="number">{release.defect_count || <span class="soft">–</span>}</td>
                  {onRemove && (
                    <RemoveCell
                      record={{
                        kind: 'release',
                        id: release.id,
                        name: `${release.name ?? 'the unnamed release'} of ${release.repo_path}`,
                      }}
                      onRemove={onRemove}
                    />
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <MoreRows shown={shown} read={rows.length} total={releases.data?.total ?? 0} onMore={showMore} />
    </Panel>
  );
}

export function DefectList(props: { defects: Answer<{ rows: Defect[]; total: number }>; onRemove: OnRemove }) {
  const { defects, onRemove } = props;
  const scope = useScope();
  const { shown, showMore } = useMoreRows();
  const rows = (defects.data?.rows ?? []).toSorted(openFirst);
  const open = rows.filter(({ resolved }) => resolved === null).length;
  return (
    <Panel
      class="span-6"
      title="Critical defects"
      meaning={
        defects.data
          ? `${formatCount(defects.data.total, 'defect')} active in the range, ${open === 0 ? 'none' : formatNumber(open)} unresolved.`
          : 'Unresolved ones first.'
      }
      tools={<CsvButton name="critical-defects" path="/critical_defects" params={inRange(scope)} />}
    >
      {defects.error && !defects.data ? (
        <Failed error={defects.error} retry={defects.reload} />
      ) : defects.loading ? (
        <SkeletonRows count={8} />
      ) : rows.length === 0 ? (
        <Empty title="No critical defect in this range" />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keys
        <section class="table-wrap" tabIndex={0} aria-label="Critical defects">
          <table>
            <thead>
              <tr>
                <th scope="col">Defect</th>
                <th scope="col">Detected</th>
                <th scope="col">State</th>
                <th scope="col" class="number">
                  To resolve
                </th>
                {onRemove && <RemoveHeading />}
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, shown).map((defect) => (
                <tr key={defect.id}>
                  <td class="widest">
                    {defect.issueTracker ? (
                      <a class="link" href={defect.issueTracker.url} target="_blank" rel="noreferrer">
                        {defect.defectKey}
                      </a>
                    ) : (
                      <span class="strong">{defect.defectKey}</span>
                    )}
                    {defect.issueTracker?.title && (
                      <div class="small soft two-lines" title={defect.issueTracker.title}>
                        {defect.issueTracker.title}
                      </div>
                    )}
                  </td>
                  <td>
                    <Time at={defect.detected} />
                  </td>
                  <td>{stateOf(defect)}</td>
                  <td class="number nowrap">{formatMinutes(defect.minutesToResolved)}</td>
                  {onRemove && <RemoveCell record={{ kind: 'defect', name: defect.defectKey }} onRemove={onRemove} />}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <MoreRows shown={shown} read={rows.length} total={defects.data?.total ?? 0} onMore={showMore} />
    </Panel>
  );
}

function stateOf(defect: Defect) {
  if (defect.resolved) return <span class="badge good">resolved</span>;
  return <span class="badge bad">{defect.firstFixActivityAt ? 'being fixed' : 'open'}</span>;
}

const openFirst = (one: Defect, other: Defect): number =>
  Number(one.resolved !== null) - Number(other.resolved !== null) || other.detected.localeCompare(one.detected);

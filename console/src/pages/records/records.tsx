import type { RecordsPage } from '@linescope/client/answers';
import type { Params } from '@linescope/client/client';
import { useEffect, useState } from 'preact/hooks';
import { KEPT } from '../../scope/scope.ts';
import { api } from '../../state/api.ts';
import { useSegments } from '../../state/queries.ts';
import { type AnyRecord, rowsOf } from '../../state/records.ts';
import { recordsLink } from '../../state/records-link.ts';
import { navigate, usePlace, withQuery } from '../../state/router.ts';
import { mayActAs, useSession } from '../../state/session.ts';
import { type Answer, useAnswer } from '../../state/use-answer.ts';
import { CsvButton } from '../../ui/csv-button.tsx';
import { formatDay, formatNumber, sayWord } from '../../ui/format.ts';
import { Empty, Failed, PageHead, Panel, SkeletonRows } from '../../ui/parts.tsx';
import { RoleNeeded } from '../../ui/role-needed.tsx';
import { columnsOf, keyOf } from './columns.tsx';
import { findRecord } from './find-record.ts';
import { RecordDrawer } from './record-drawer.tsx';
import { sayFormula } from './say-formula.ts';

const OWN = new Set([...KEPT, 'list', 'record', 'page']);

/** The records behind a point: what the figure is made of. */
export default function Records() {
  const { query } = usePlace();
  const segments = useSegments();
  const params = Object.fromEntries([...query].filter(([name]) => !OWN.has(name)));
  const session = useSession();
  const asked = query.get('list') === 'audits' ? 'audits' : 'report_records';
  // A point's own list is the admins'; whoever was sent a link to it sees those of its records that they may see.
  const list = asked === 'audits' && mayActAs(session, 'admin') ? 'audits' : 'report_records';
  const isForAdmins = list !== asked && !params['segment_by'];
  const page = Math.max(1, Number(query.get('page') ?? 1) || 1);
  const listKey = `${list}:${new URLSearchParams(params)}`;
  const readPage = (given: Params): Promise<RecordsPage> =>
    api[list === 'audits' ? 'audit' : 'reportRecords']({ ...params, ...given });
  const records = useAnswer(isForAdmins ? null : `records:${page}:${listKey}`, () => readPage({ page }));
  const [sort, setSort] = useState<{ column: string; down: boolean } | null>(null);
  const segment = segments.data?.find(({ segment_em }) => segment_em === params['segment_by']);
  const found = records.data && rowsOf(records.data);
  const columns = found ? columnsOf(found.type, found.rows, segment?.unit) : [];
  const sorting = columns.find(({ name }) => name === sort?.column);
  const rows = sorting && sort ? sortBy(found?.rows ?? [], sorting.sortValue, sort.down) : (found?.rows ?? []);
  const openKey = query.get('record');
  const onPage = openKey === null ? undefined : rows.find((row) => keyOf(row) === openKey);
  const isElsewhere = openKey !== null && found !== undefined && onPage === undefined;
  const search = useAnswer(isElsewhere ? `record:${openKey}:${listKey}` : null, () =>
    findRecord(openKey ?? '', readPage),
  );
  const open = onPage ?? (isElsewhere ? search.data?.record : null);
  const from = params['start_date'];
  const until = params['end_date'];
  const range = from && until ? (from === until ? formatDay(from) : `${formatDay(from)} – ${formatDay(until)}`) : '';
  const title = segment ? segment.title : capitalized(nameOf(found?.type ?? 'records', 2));
  const count = records.data?.total_count ?? 0;
  const formula = sayFormula(records.data?.point_formula);
  useEffect(() => {
    if (segment) document.title = `${segment.title}, records · Linescope`;
  }, [segment]);

  if (isForAdmins) return <RoleNeeded what="This list" least="admin" />;
  return (
    <>
      <PageHead title={title} meaning={[params['resource_path'], range].filter(Boolean).join(' · ')}>
        <button type="button" class="button" onClick={() => history.back()}>
          Back
        </button>
      </PageHead>
      {isElsewhere && !open && <Missing search={search} count={count} />}
      <Panel
        title={records.data ? `${formatNumber(count)} ${nameOf(found?.type ?? 'records', count)}` : 'Records'}
        meaning={
          segment ? [segment.description, formula && `The point is ${formula}.`].filter(Boolean).join(' ') : undefined
        }
        tools={[
          <CsvButton key="csv" name={found?.type ?? 'records'} path={`/${list}`} params={params} />,
          ...(records.data?.further_urls ?? []).map((url) => (
            <a key={url} class="plain" href={recordsLink(url)}>
              Also: {sayWord(new URLSearchParams(url.split('?')[1]).get('resource_type') ?? 'further records')}
            </a>
          )),
        ]}
      >
        {records.error && !records.data ? (
          <Failed error={records.error} retry={records.reload} />
        ) : !found ? (
          <SkeletonRows count={10} />
        ) : rows.length === 0 ? (
          <Empty title="No records">
            {count === 0 ? (
              'Nothing that you may see is behind this point.'
            ) : (
              <a class="link" href={withQuery({ page: null, record: null })}>
                To the first page
              </a>
            )}
          </Empty>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keys
          <section class="table-wrap" tabIndex={0} aria-label="Records">
            <table>
              <thead>
                <tr>
                  {columns.map(({ name, label, isNumber }) => (
                    <th key={name} scope="col" class={isNumber ? 'number' : ''} aria-sort={ariaSort(sort, name)}>
                      <button
                        type="button"
                        onClick={() => setSort({ column: name, down: sort?.column === name ? !sort.down : true })}
                      >
                        {label} {sort?.column === name && (sort.down ? '↓' : '↑')}
                      </button>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr
                    key={keyOf(row)}
                    class="door"
                    onClick={(event) => {
                      if (event.target instanceof Element && event.target.closest('a')) return;
                      navigate(withQuery({ record: keyOf(row) }));
                    }}
                  >
                    {columns.map(({ name, isNumber, isText, render }, index) => (
                      <td key={name} class={isNumber ? 'number nowrap' : index === 0 ? 'roomy' : isText ? 'long' : ''}>
                        {index === 0 ? <a href={withQuery({ record: keyOf(row) })}>{render(row)}</a> : render(row)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
        {records.data && records.data.page_count > 1 && rows.length > 0 && (
          <nav class="row small" aria-label="Pages of records">
            <span class="soft">
              Page {page} of {records.data.page_count}
              {sorting && `, sorted by ${sorting.label} within this page`}
            </span>
            {page > 1 && (
              <a class="link" href={withQuery({ page: String(page - 1), record: null })}>
                Newer
              </a>
            )}
            {page < records.data.page_count && (
              <a class="link" href={withQuery({ page: String(page + 1), record: null })}>
                Older
              </a>
            )}
          </nav>
        )}
      </Panel>
      {open && found && <RecordDrawer type={found.type} record={open} unit={segment?.unit} />}
    </>
  );
}

/** Of a record that is opened by its address and stands on no page that was read. */
function Missing({ search, count }: { search: Answer<{ searched: number }>; count: number }) {
  if (search.error && !search.data) return <Failed error={search.error} retry={search.reload} />;
  const searched = search.data?.searched;
  return (
    <div class="notice" role="status">
      {searched === undefined
        ? 'The record is looked for.'
        : searched < count
          ? `The record that was to be opened is not among the newest ${formatNumber(searched)} of these.`
          : 'The record that was to be opened is not among these. It may have changed since, or not be yours to see.'}
      {searched !== undefined && (
        <a class="link" href={withQuery({ record: null })}>
          Show the list alone
        </a>
      )}
    </div>
  );
}

function sortBy(rows: AnyRecord[], readValue: (row: AnyRecord) => string | number, down: boolean): AnyRecord[] {
  const compared = rows.toSorted((one, other) => {
    const [a, b] = [readValue(one), readValue(other)];
    return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
  });
  return down ? compared.reverse() : compared;
}

const nameOf = (type: string, count: number): string =>
  sayWord(count === 1 ? type.replace(/s$/, '') : type).replace(/^ai /, 'AI ');

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const ariaSort = (sort: { column: string; down: boolean } | null, name: string) =>
  sort?.column !== name ? undefined : sort.down ? ('descending' as const) : ('ascending' as const);

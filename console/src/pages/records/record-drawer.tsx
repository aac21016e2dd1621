import { vendorName } from '@linescope/contract/vendor-tokens';
import { useEffect, useRef } from 'preact/hooks';
import { isDay } from '../../scope/range.ts';
import { useResources } from '../../state/queries.ts';
import type { AnyRecord } from '../../state/records.ts';
import { leaveFor, usePlace, withQuery } from '../../state/router.ts';
import { useSession } from '../../state/session.ts';
import { formatBusinessMinutes, formatCents, formatCount, formatDay, formatNumber, sayWord } from '../../ui/format.ts';
import { Time } from '../../ui/parts.tsx';
import { codeLink } from '../code/code-link.ts';
import { heading, partsOf, personOf } from './columns.tsx';

const SHOWN_ELSEWHERE = new Set([
  'title',
  'message',
  'commits',
  'id',
  'point_values',
  'presence_em',
  'state_em',
  'presence',
  'state',
  'repo',
  'child_shas',
  'sites',
]);

const LABELS: Record<string, string> = {
  point_value: 'Counts for the point',
  cents_cost: 'Cost',
  business_minutes_awaited_first_review: 'To the first review, working time',
  business_minutes_cycle_time: 'Cycle, working time',
  business_minutes_lead_time: 'Lead time, working time',
  business_minutes_open_to_closed: 'Open, working time',
  entered_service_at: 'Entered Linescope',
};

/** One record whole, beside the list it came from. */
export function RecordDrawer({ type, record, unit }: { type: string; record: AnyRecord; unit: string | undefined }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { entity } = useSession();
  const { query } = usePlace();
  const repo = useResources(entity.slug).data?.find(({ path }) => path === record['repo_path']);
  const close = () => leaveFor(withQuery({ record: null }));
  useEffect(() => dialog.current?.showModal(), []);
  const one = heading(type).replace(/s$/, '');
  const [title = '', ...body] = String(
    record['title'] ?? record['message'] ?? record['name'] ?? record['key'] ?? one,
  ).split('\n');
  const commits = Array.isArray(record['commits']) ? (record['commits'] as AnyRecord[]) : [];
  const parts = partsOf(record);
  const facts = Object.entries(record).filter(
    ([name, value]) =>
      !SHOWN_ELSEWHERE.has(name) && value !== null && value !== '' && !(name === 'point_value' && parts.length > 0),
  );
  const hostUrl = hostLink(type, record, repo?.html_url ?? null);
  return (
    <dialog
      ref={dialog}
      class="drawer"
      aria-label={title}
      onClose={close}
      onPointerDown={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <div class="dialog-body">
        <div class="row">
          <span class="badge">{one.toLowerCase().replace(/^ai /, 'AI ')}</span>
          <span class="spacer" />
          <button type="button" class="plain" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </div>
        <h1>{title}</h1>
        {body.join('\n').trim() && <p class="message soft">{body.join('\n').trim()}</p>}
        {type === 'pull_requests' && <PullRequestTimes record={record} />}
        <dl class="facts">
          {facts.map(([name, value]) => (
            <Fact key={name} name={name} value={value} inCents={name === 'point_value' && unit === 'cents'} />
          ))}
          {type === 'commits' && <CommitStanding record={record} />}
          {parts.map(([part, value]) => (
            <Fact key={part} name={`${part} of the point`} value={value ?? '–'} />
          ))}
        </dl>
        {type === 'commits' && record['sha'] && repo && (
          <a class="link" href={codeLink(query, repo.resource_path, { commit: String(record['sha']) })}>
            Its changed lines
          </a>
        )}
        {hostUrl && (
          <a class="link" href={hostUrl} target="_blank" rel="noreferrer">
            Open {hostName(type, record)}
          </a>
        )}
        {commits.length > 0 && (
          <>
            <h2>{formatCount(commits.length, 'commit')}</h2>
            <ul class="list">
              {commits.map((commit) => (
                <li key={String(commit['sha'])}>
                  <span class="grow clip" title={String(commit['message'])}>
                    {repo ? (
                      <a class="link" href={codeLink(query, repo.resource_path, { commit: String(commit['sha']) })}>
                        {String(commit['message']).split('\n')[0]}
                      </a>
                    ) : (
                      String(commit['message']).split('\n')[0]
                    )}{' '}
                    <span class="soft small">
                      {personOf(commit['contributor'])} · {sayWord(String(commit['phase_em'] ?? ''), 'phase_')}
                    </span>
                  </span>
                  <span class="nowrap">{formatNumber(Number(commit['diff_delta']), 1)}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </dialog>
  );
}

const sayYes = (value: boolean): string => (value ? 'yes' : 'no');

/** Only where it is not as usual: in the history, and analysed. */
function CommitStanding({ record }: { record: AnyRecord }) {
  return (
    <>
      {record['presence'] === 'removed' && <Fact name="standing" value="no longer in the history" />}
      {record['state'] === 'pending' && <Fact name="analysis" value="not complete yet" />}
      {record['state'] === 'ignored' && <Fact name="analysis" value="left out" />}
    </>
  );
}

function Fact({ name, value, inCents = false }: { name: string; value: unknown; inCents?: boolean }) {
  if (Array.isArray(value) && value.length === 0) return null;
  return (
    <>
      <dt>{LABELS[name] ?? heading(name)}</dt>
      <dd>
        {name.endsWith('_at') && typeof value === 'string' ? (
          <Time at={value} />
        ) : (inCents || name === 'cents_cost') && typeof value === 'number' ? (
          formatCents(value)
        ) : name.startsWith('business_minutes') ? (
          formatBusinessMinutes(Number(value))
        ) : name.endsWith('sha') ? (
          <code>{String(value)}</code>
        ) : name.endsWith('_em') ? (
          sayWord(vendorName(String(value)), 'phase_')
        ) : typeof value === 'boolean' ? (
          sayYes(value)
        ) : typeof value === 'string' && isDay(value) ? (
          formatDay(value)
        ) : typeof value === 'number' ? (
          formatNumber(value, Number.isInteger(value) ? 0 : 2)
        ) : typeof value === 'object' ? (
          personOf(value) ||
          (Array.isArray(value)
            ? value.map((one) => (typeof one === 'object' ? personOf(one) : String(one))).join(', ')
            : JSON.stringify(value))
        ) : (
          String(value)
        )}
      </dd>
    </>
  );
}

/** Working time from the first commit to the review, the close and the release. */
function PullRequestTimes({ record }: { record: AnyRecord }) {
  const minutes = (name: string) => (typeof record[name] === 'number' ? Number(record[name]) : null);
  const open = minutes('business_minutes_open_to_closed');
  const cycle = minutes('business_minutes_cycle_time');
  const lead = minutes('business_minutes_lead_time');
  const review = minutes('business_minutes_awaited_first_review');
  if (open === null || cycle === null) return null;
  const parts = [
    { label: 'Coding', value: Math.max(0, cycle - open), color: 1 },
    { label: 'Waiting for review', value: Math.min(review ?? 0, open), color: 2 },
    { label: 'In review', value: Math.max(0, open - (review ?? 0)), color: 3 },
    ...(lead === null ? [] : [{ label: 'Until release', value: Math.max(0, lead - cycle), color: 4 }]),
  ].filter(({ value }) => value > 0);
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  if (total === 0) return null;
  return (
    <div class="stack">
      <div class="phases" aria-hidden="true">
        {parts.map(({ label, value, color }) => (
          <span key={label} class={`s${color}`} style={{ width: `${(100 * value) / total}%` }} />
        ))}
      </div>
      <ul class="legend">
        {parts.map(({ label, value, color }) => (
          <li key={label}>
            <span>
              <span class={`swatch s${color}`} />
              {label} {formatBusinessMinutes(value)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function hostName(type: string, { issue_provider_em: provider }: AnyRecord): string {
  if (typeof provider === 'string') return `in ${vendorName(provider)}`;
  return type === 'sprint_issues' ? 'in the tracker' : 'at the code host';
}

function hostLink(type: string, record: AnyRecord, repoUrl: string | null): string | null {
  if (typeof record['url'] === 'string' && /^https?:/.test(record['url'])) return record['url'];
  if (!repoUrl || !/^https?:/.test(repoUrl)) return null;
  if (type === 'commits') return `${repoUrl}/commit/${record['sha']}`;
  if (type === 'pull_requests') return `${repoUrl}/pull/${record['number']}`;
  return null;
}

import type { CommitRecord } from '@linescope/client/answers';
import { DAY_MS } from '@linescope/contract/days';
import { useMemo, useState } from 'preact/hooks';
import { addDays, isoDay } from '../../scope/range.ts';
import { useScope } from '../../scope/scope.ts';
import { api } from '../../state/api.ts';
import { recordsLink } from '../../state/records-link.ts';
import { navigate } from '../../state/router.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { formatCount, formatNumber, formatTime } from '../../ui/format.ts';
import { Empty, Failed, Panel, Skeleton } from '../../ui/parts.tsx';

const DAYS = 14;
const LABEL_DAYS = 3;
const MOST_COMMITS = 400;
const MOST_PEOPLE = 12;
const ROW = 30;

/** A bubble a commit, sized by its delta: a row a person, a column a day. */
export function Activity() {
  const { resourcePath, team, person } = useScope();
  const [end] = useState(() => isoDay(new Date()));
  const start = addDays(end, 1 - DAYS);
  const params = {
    resource_path: resourcePath,
    team_slug: team,
    committer_identifier: person,
    segment_by: 'diff_delta',
    suppress_aggregation: true,
    start_date: start,
    end_date: end,
  };
  const commits = useAnswer(`activity:${resourcePath}:${team}:${person}`, async () => {
    const { commits: found = [], total_count: total } = await api.reportRecords({ ...params, per_page: MOST_COMMITS });
    return { found, total };
  });
  const shown = useMemo(() => commits.data && arrange(commits.data.found), [commits.data]);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value !== null) query.set(name, String(value));
  const url = `/api/v1/report_records?${query}`;
  return (
    <Panel
      title="Activity of the last two weeks"
      meaning={`A bubble a commit, as large as its Diff Delta; the colour is its repo.${
        commits.data && commits.data.total > commits.data.found.length
          ? ` The newest ${formatNumber(commits.data.found.length)} are drawn.`
          : ''
      }`}
      tools={
        <a class="plain" href={recordsLink(url)}>
          {commits.data && `All ${formatCount(commits.data.total, 'commit')}`}
        </a>
      }
    >
      {commits.error && !commits.data ? (
        <Failed error={commits.error} retry={commits.reload} />
      ) : !shown ? (
        <Skeleton height={ROW * 9} />
      ) : shown.people.length === 0 ? (
        <Empty title="No commits in the last two weeks" />
      ) : (
        <Bubbles
          shown={shown}
          start={start}
          end={end}
          onOpen={(sha) => navigate(`${recordsLink(url)}&record=${sha}`)}
        />
      )}
    </Panel>
  );
}

interface Arranged {
  people: { name: string; commits: CommitRecord[] }[];
  repos: string[];
  largest: number;
  others: number;
}

export function arrange(commits: CommitRecord[]): Arranged {
  const byPerson = Map.groupBy(
    commits,
    ({ contributor }) => contributor?.full_name || contributor?.user_name || 'Nobody',
  );
  const people = [...byPerson]
    .map(([name, own]) => ({ name, commits: own, delta: own.reduce((sum, commit) => sum + commit.diff_delta, 0) }))
    .toSorted((one, other) => other.delta - one.delta);
  const repoSizes = Map.groupBy(commits, ({ repo_path, repo }) => repo_path ?? repo ?? '');
  const repos = [...repoSizes].toSorted(([, one], [, other]) => other.length - one.length).map(([name]) => name);
  return {
    people: people.slice(0, MOST_PEOPLE),
    others: Math.max(0, people.length - MOST_PEOPLE),
    repos: repos.slice(0, 6),
    largest: Math.max(1, ...commits.map(({ diff_delta }) => diff_delta)),
  };
}

function Bubbles(props: { shown: Arranged; start: string; end: string; onOpen(sha: string): void }) {
  const { people, repos, largest, others } = props.shown;
  const from = Date.parse(props.start);
  const width = 1000;
  const x = (time: string) => ((Date.parse(time) - from) / (DAYS * DAY_MS)) * width;
  const radius = (delta: number) => 2.5 + 11 * Math.sqrt(Math.min(1, delta / Math.min(largest, 150)));
  const colorOf = (commit: CommitRecord) => {
    const index = repos.indexOf(commit.repo_path ?? commit.repo ?? '');
    return index < 0 ? 7 : index + 1;
  };
  const [hovered, setHovered] = useState<CommitRecord | null>(null);
  return (
    <div class="stack">
      <div class="bubbles">
        {people.map(({ name, commits }) => (
          <div key={name} class="bubble-row">
            <span class="clip small" title={name}>
              {name}
            </span>
            <svg
              viewBox={`0 0 ${width} ${ROW}`}
              preserveAspectRatio="none"
              height={ROW}
              role="img"
              aria-label={`${name}: ${formatCount(commits.length, 'commit')}`}
            >
              <line class="gridline" x1="0" x2={width} y1={ROW / 2} y2={ROW / 2} />
            </svg>
            <div class="bubble-lane">
              {commits
                .toSorted((one, other) => other.diff_delta - one.diff_delta)
                .map((commit) => (
                  <button
                    key={commit.sha}
                    type="button"
                    class={`bubble-dot s${colorOf(commit)}`}
                    tabIndex={-1}
                    aria-hidden="true"
                    style={{
                      left: `${x(commit.authored_at ?? '') / 10}%`,
                      width: `${2 * radius(commit.diff_delta)}px`,
                      height: `${2 * radius(commit.diff_delta)}px`,
                    }}
                    onPointerEnter={() => setHovered(commit)}
                    onPointerLeave={() => setHovered(null)}
                    onClick={() => props.onOpen(commit.sha)}
                  />
                ))}
            </div>
          </div>
        ))}
        <div class="bubble-row axis">
          <span />
          <div class="bubble-days small soft">
            {Array.from({ length: DAYS }, (_, index) => {
              const day = new Date(from + index * DAY_MS);
              return (
                <span key={day.getTime()}>
                  {index % LABEL_DAYS === 0
                    ? day.toLocaleDateString('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })
                    : ''}
                </span>
              );
            })}
          </div>
        </div>
      </div>
      <div class="row small soft" style={{ minHeight: '20px' }}>
        {hovered ? (
          <span class="clip">
            <b class="strong">{hovered.message.split('\n')[0]}</b> · {hovered.repo_path} ·{' '}
            {formatNumber(hovered.diff_delta, 1)} delta · {formatTime(hovered.authored_at ?? '')}
          </span>
        ) : (
          <ul class="legend">
            {repos.map((repo, index) => (
              <li key={repo}>
                <span>
                  <span class={`swatch s${index + 1}`} />
                  {repo}
                </span>
              </li>
            ))}
            {others > 0 && (
              <li>
                <span>{formatCount(others, 'more person', 'more people')} with less</span>
              </li>
            )}
          </ul>
        )}
      </div>
    </div>
  );
}

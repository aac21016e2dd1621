import type { Developer, ProcessingStatusEm } from '@linescope/client/answers';
import { useState } from 'preact/hooks';
import { withScope } from '../../scope/scope.ts';
import { api } from '../../state/api.ts';
import { useDevelopers } from '../../state/queries.ts';
import { mayActAs, useSession } from '../../state/session.ts';
import { useAction } from '../../state/use-action.ts';
import { forget, useAnswer } from '../../state/use-answer.ts';
import { CsvButton } from '../../ui/csv-button.tsx';
import { formatCount, formatNumber } from '../../ui/format.ts';
import { Empty, Failed, PageHead, Panel, SkeletonRows, Time } from '../../ui/parts.tsx';
import { say } from '../../ui/toasts.tsx';
import { IdentitiesDialog } from './identities-dialog.tsx';
import { TimeOffDialog } from './time-off-dialog.tsx';

export const STATUS_WORDS: Record<ProcessingStatusEm, string> = {
  processing_stats: 'Counted',
  limited_processing: 'Listed, not counted',
  not_processing: 'Left out',
};

export default function People() {
  const session = useSession();
  const developers = useDevelopers();
  const isAdmin = mayActAs(session, 'admin');
  const [text, setText] = useState('');
  const [timeOff, setTimeOff] = useState<Developer | null>(null);
  const [identities, setIdentities] = useState<Developer | null>(null);
  const all = (developers.data ?? []).toSorted((one, other) => one.full_name.localeCompare(other.full_name));
  const shown = all.filter((developer) => matches(developer, text));
  const settings = useAnswer(isAdmin ? 'settings' : null, async () => (await api.showSettings()).settings);
  const limit = settings.data?.seat_limit;
  const seats = all.filter(({ processing_status_em: status }) => status !== 'not_processing').length;
  const seatsInUse = developers.data
    ? `${formatNumber(seats)} ${limit ? `of ${formatCount(limit, 'seat')}` : seats === 1 ? 'seat' : 'seats'} in use. `
    : '';
  return (
    <>
      <PageHead
        title="People"
        meaning={
          mayActAs(session, 'manager')
            ? 'Who writes code here, as their identities were joined.'
            : 'You see yourself; managers see their teams, admins everyone.'
        }
      >
        <input
          class="input"
          style={{ width: '240px' }}
          type="search"
          aria-label="Find a person by name, email or team"
          placeholder="Name, email or team"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </PageHead>
      <Panel
        title={developers.data ? formatCount(all.length, 'person', 'people') : 'People'}
        tools={<CsvButton name="people" path="/developers" params={{}} />}
        meaning={`${seatsInUse}Whoever is counted or listed uses one; whoever is left out shows nowhere and uses none.`}
      >
        {developers.error && !developers.data ? (
          <Failed error={developers.error} retry={developers.reload} />
        ) : developers.loading ? (
          <SkeletonRows count={10} />
        ) : shown.length === 0 ? (
          <Empty title={all.length === 0 ? 'Nobody yet' : 'Nobody is found'}>
            {all.length === 0 ? 'People appear with the commits of the first import.' : 'Try a part of the name.'}
          </Empty>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keys
          <section class="table-wrap" tabIndex={0} aria-label="People">
            <table>
              <thead>
                <tr>
                  <th scope="col">Person</th>
                  <th scope="col" class="wide-only">
                    Email
                  </th>
                  <th scope="col">Teams</th>
                  <th scope="col">Last commit</th>
                  <th scope="col">In statistics</th>
                  <th scope="col">
                    <span class="visually-hidden">Actions</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {shown.map((developer) => (
                  <PersonRow
                    key={developer.id}
                    developer={developer}
                    isAdmin={isAdmin}
                    onChanged={() => {
                      forget('developers');
                      developers.reload();
                    }}
                    onTimeOff={() => setTimeOff(developer)}
                    onIdentities={() => setIdentities(developer)}
                  />
                ))}
              </tbody>
            </table>
          </section>
        )}
      </Panel>
      {shown.length < all.length && shown.length > 0 && (
        <p class="small soft">
          {formatNumber(shown.length)} of {formatNumber(all.length)} shown.
        </p>
      )}
      {identities && (
        <IdentitiesDialog
          developer={identities}
          others={all.filter(({ id }) => id !== identities.id)}
          onChanged={() => {
            forget('developers');
            developers.reload();
          }}
          onClose={() => setIdentities(null)}
        />
      )}
      {timeOff && <TimeOffDialog developer={timeOff} onClose={() => setTimeOff(null)} />}
    </>
  );
}

function PersonRow(props: {
  developer: Developer;
  isAdmin: boolean;
  onChanged(): void;
  onTimeOff(): void;
  onIdentities(): void;
}) {
  const { developer } = props;
  const name = developer.committer_user_name;
  const set = async (status: ProcessingStatusEm) => {
    await api.setProcessing({ committer_user_name: name, processing_status: status });
    props.onChanged();
  };
  const change = useAction(async (status: ProcessingStatusEm) => {
    const before = developer.processing_status_em;
    await set(status);
    say(`${name}: ${STATUS_WORDS[status].toLowerCase()}.`, () => void set(before));
  });
  return (
    <tr>
      <td>
        <a class="strong" href={withScope({ person: name, team: null }, '/')}>
          {developer.full_name}
        </a>
        {developer.full_name !== name && <div class="small soft">{name}</div>}
      </td>
      <td class="soft wide-only">{developer.provider_email}</td>
      <td>
        {developer.teams.map((team, index) => (
          <span key={team.team_id}>
            {index > 0 && ', '}
            <a class="link" href={withScope({}, `/teams/${team.team_slug}`)}>
              {team.team_name}
            </a>
          </span>
        ))}
      </td>
      <td>
        <Time at={developer.last_commit_authored_at} age />
      </td>
      <td>
        {props.isAdmin ? (
          <select
            class="select"
            aria-label={`${name} in statistics`}
            value={developer.processing_status_em}
            disabled={change.isBusy}
            onChange={(event) => void change.run(statusOf(event.currentTarget.value))}
          >
            {Object.entries(STATUS_WORDS).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        ) : (
          STATUS_WORDS[developer.processing_status_em]
        )}
        {change.error && <Failed error={change.error} />}
      </td>
      <td class="right actions">
        {props.isAdmin && (
          <button type="button" class="plain" onClick={props.onIdentities}>
            Identities<span class="visually-hidden"> of {name}</span>
          </button>
        )}{' '}
        <button type="button" class="plain" onClick={props.onTimeOff}>
          Time off
        </button>
      </td>
    </tr>
  );
}

const matches = (developer: Developer, text: string): boolean => {
  const all = [
    developer.full_name,
    developer.committer_user_name,
    developer.provider_email,
    ...developer.teams.map(({ team_name }) => team_name),
  ];
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.join(' ').toLowerCase().includes(word));
};

const statusOf = (value: string): ProcessingStatusEm =>
  value === 'limited_processing' || value === 'not_processing' ? value : 'processing_stats';

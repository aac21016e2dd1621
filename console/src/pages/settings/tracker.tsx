import type { Tracker as Connected } from '@linescope/client/answers';
import { useState } from 'preact/hooks';
import { api } from '../../state/api.ts';
import { useAction } from '../../state/use-action.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { ConfirmByName, Dialog } from '../../ui/dialog.tsx';
import { Empty, Failed, Panel, SkeletonRows, Time } from '../../ui/parts.tsx';
import { say } from '../../ui/toasts.tsx';
import { fieldsOf, listOf } from './form-fields.ts';

/** The issue tracker from which issues, sprints and teams are read. */
export function Tracker() {
  const answer = useAnswer('tracker', async () => (await api.showTracker()).tracker);
  const [isChanging, setChanging] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const remove = useAction(async () => {
    await api.removeTracker();
    say('The issue tracker is disconnected; what was read stays.');
    setRemoving(false);
    answer.reload();
  });
  const tracker = answer.data;
  return (
    <Panel
      title="Issue tracker"
      meaning="Jira, from which issues, sprints and teams are read. Issues of code hosts come with their repos."
      tools={
        tracker === undefined ? null : (
          <button type="button" class="button" onClick={() => setChanging(true)}>
            {tracker ? 'Change' : 'Connect a tracker'}
          </button>
        )
      }
    >
      {answer.error && tracker === undefined ? (
        <Failed error={answer.error} retry={answer.reload} />
      ) : tracker === undefined ? (
        <SkeletonRows count={2} />
      ) : tracker === null ? (
        <Empty title="No tracker is connected">Sprints and their issues are read once there is one.</Empty>
      ) : (
        <>
          <dl class="facts">
            <dt>Address</dt>
            <dd>{tracker.endpoint_url}</dd>
            <dt>Signs in</dt>
            <dd>{tracker.email ? `as ${tracker.email}` : 'with a token of your own server'}</dd>
            <dt>Boards</dt>
            <dd>{tracker.board_ids.join(', ') || 'those of the teams'}</dd>
            <dt>Connected</dt>
            <dd>
              <Time at={tracker.created_at} />
            </dd>
            <dt>State</dt>
            <dd>
              <State tracker={tracker} />
            </dd>
            {tracker.unread_parts.length > 0 && (
              <>
                <dt>Not read</dt>
                <dd>
                  <UnreadParts parts={tracker.unread_parts} />
                </dd>
              </>
            )}
            <dt>Last read</dt>
            <dd>
              <Time at={tracker.last_read_at} />
            </dd>
          </dl>
          <div class="row">
            <button type="button" class="plain" onClick={() => setRemoving(true)}>
              Disconnect
            </button>
          </div>
        </>
      )}
      {isChanging && (
        <TrackerDialog tracker={tracker ?? null} onClose={() => setChanging(false)} onSaved={answer.reload} />
      )}
      {isRemoving && tracker && (
        <Dialog title="Disconnect the issue tracker" onClose={() => setRemoving(false)}>
          <p class="small soft">Its token is erased. What was read stays, and is read no more.</p>
          {remove.error && <Failed error={remove.error} />}
          <ConfirmByName
            name={new URL(tracker.endpoint_url).hostname}
            action="Disconnect"
            isBusy={remove.isBusy}
            onConfirm={() => remove.run()}
          />
        </Dialog>
      )}
    </Panel>
  );
}

/** How it was read last; in the words of the connections beside it. */
function State({ tracker }: { tracker: Connected }) {
  if (tracker.last_error_em !== null)
    return (
      <>
        <span class="badge bad">{wordOfError(tracker.last_error_em)}</span>{' '}
        <span class="small">{tracker.last_error_detail}</span>
      </>
    );
  if (tracker.last_read_at === null) return <span class="soft">not read yet</span>;
  return tracker.unread_parts.length > 0 ? (
    <span class="badge bad">read in part</span>
  ) : (
    <span class="badge good">works</span>
  );
}

/** What of it could not be read, and what that leaves as it was. */
function UnreadParts({ parts }: { parts: Connected['unread_parts'] }) {
  const ofProject = parts.some(({ part_em }) => part_em === 'project');
  return (
    <>
      <ul class="list small">
        {parts.map(({ part_em, part_id, error_detail }) => (
          <li key={`${part_em} ${part_id}`}>
            {part_id === null ? 'The list of projects' : `${part_em === 'board' ? 'Board' : 'Project'} ${part_id}`}:{' '}
            {error_detail}
          </li>
        ))}
      </ul>
      {ofProject && <p class="small soft">The tracker’s teams stay as they were until every project can be read.</p>}
    </>
  );
}

function wordOfError(error: NonNullable<Connected['last_error_em']>): string {
  if (error === 'connection_invalid') return 'refused';
  return error === 'quota_exhausted' ? 'limit used up' : 'not read';
}

function TrackerDialog(props: { tracker: Connected | null; onClose(): void; onSaved(): void }) {
  const { tracker } = props;
  const save = useAction(async (form: HTMLFormElement) => {
    const { boards, ...fields } = fieldsOf(form);
    const answer = await api.setTracker({ ...fields, board_ids: listOf(boards) });
    say(answer.response_detail);
    props.onSaved();
    props.onClose();
  });
  return (
    <Dialog title={tracker ? 'Change the tracker' : 'Connect a tracker'} onClose={props.onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save.run(event.currentTarget);
        }}
      >
        <label class="field">
          <span>Address</span>
          <input
            class="input"
            type="url"
            name="endpoint_url"
            required
            placeholder="https://acme.atlassian.net"
            defaultValue={tracker?.endpoint_url}
          />
        </label>
        <label class="field">
          <span>Email of whose token it is (blank for a server of your own)</span>
          <input class="input" type="email" name="email" defaultValue={tracker?.email ?? ''} />
        </label>
        <label class="field">
          <span>Token{tracker ? ' (blank keeps the one given before)' : ''}</span>
          <input
            class="input mono"
            type="password"
            name="token"
            required={!tracker}
            autocomplete="off"
            spellcheck={false}
          />
        </label>
        <label class="field">
          <span>Boards whose sprints are read, beside those of teams, by id</span>
          <input class="input" name="boards" placeholder="7, 12" defaultValue={tracker?.board_ids.join(', ')} />
        </label>
        {save.error && <Failed error={save.error} />}
        <div class="row">
          <button type="submit" class="button primary" disabled={save.isBusy}>
            {tracker ? 'Save' : 'Connect'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

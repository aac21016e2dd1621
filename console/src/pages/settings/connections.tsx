import type { Connection, Webhook } from '@linescope/client/answers';
import { vendorName } from '@linescope/contract/vendor-tokens';
import { useState } from 'preact/hooks';
import { api } from '../../state/api.ts';
import { useAction } from '../../state/use-action.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { ConfirmByName, Dialog } from '../../ui/dialog.tsx';
import { formatCount } from '../../ui/format.ts';
import { Empty, Failed, Panel, SkeletonRows } from '../../ui/parts.tsx';
import { say } from '../../ui/toasts.tsx';
import { sayExpiry } from './expiry-words.ts';
import { NewConnection } from './new-connection.tsx';
import { Tracker } from './tracker.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

const EXPIRES_SOON_DAYS = 14;

/** Where repos, issues and sprints are read from. */
export function Connections() {
  return (
    <div class="stack">
      <CodeHosts />
      <Tracker />
    </div>
  );
}

/** The accounts at code hosts by which repos are read. */
function CodeHosts() {
  const connections = useAnswer('connections', async () => (await api.listConnections({ per_page: 1000 })).connections);
  const [isAdding, setAdding] = useState(false);
  const [webhook, setWebhook] = useState<{ connection: Connection; shown: Webhook } | null>(null);
  const [removing, setRemoving] = useState<Connection | null>(null);
  const test = useAction(async (connection: Connection) => {
    const answer = await api.testConnection(connection.id);
    say(answer.response_detail);
    connections.reload();
  });
  const show = useAction(async (connection: Connection) => {
    const shown = await api.connectionWebhook(connection.id);
    setWebhook({ connection, shown });
  });
  const remove = useAction(async (connection: Connection) => {
    await api.removeConnection(connection.id);
    say(`The connection of ${connection.account} is removed.`);
    setRemoving(null);
    connections.reload();
  });
  const failure = test.error ?? show.error;
  return (
    <Panel
      title={connections.data ? formatCount(connections.data.length, 'connection') : 'Connections'}
      meaning="More connections shorten imports: each has its own limit at the code host."
      tools={
        <button type="button" class="button" onClick={() => setAdding(true)}>
          Add a connection
        </button>
      }
    >
      {failure && <Failed error={failure} />}
      {connections.error && !connections.data ? (
        <Failed error={connections.error} retry={connections.reload} />
      ) : !connections.data ? (
        <SkeletonRows count={3} />
      ) : connections.data.length === 0 ? (
        <Empty title="There is no connection yet">Add one with a token of your code host, and import repos.</Empty>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keys
        <section class="table-wrap" tabIndex={0} aria-label="Connections">
          <table>
            <thead>
              <tr>
                <th scope="col">Code host</th>
                <th scope="col">Account</th>
                <th scope="col">State</th>
                <th scope="col">Organizations</th>
                <th scope="col">Expires</th>
                <th scope="col">
                  <span class="visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {connections.data.map((connection) => (
                <tr key={connection.id}>
                  <td class="strong">{vendorName(connection.git_provider_em)}</td>
                  <td>
                    {connection.account}{' '}
                    {connection.endpoint_url && <span class="soft small">{connection.endpoint_url}</span>}
                  </td>
                  <td>
                    <State connection={connection} />
                  </td>
                  <td>{connection.organizations.join(', ')}</td>
                  <td class={isExpiring(connection) ? 'bad' : ''}>
                    {sayExpiry(connection) ?? <span class="soft">never</span>}
                  </td>
                  <td class="right">
                    <span class="row nowrap actions">
                      <button type="button" class="plain" disabled={test.isBusy} onClick={() => test.run(connection)}>
                        Test
                      </button>
                      <button type="button" class="plain" disabled={show.isBusy} onClick={() => show.run(connection)}>
                        Webhook
                      </button>
                      <button type="button" class="plain" onClick={() => setRemoving(connection)}>
                        Remove
                      </button>
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {isAdding && <NewConnection onClose={() => setAdding(false)} onAdded={connections.reload} />}
      {webhook && (
        <WebhookDialog connection={webhook.connection} shown={webhook.shown} onClose={() => setWebhook(null)} />
      )}
      {removing && (
        <Dialog title={`Remove the connection of ${removing.account}`} onClose={() => setRemoving(null)}>
          <p class="small soft">
            Its token is erased. What was read stays; repos that no other connection sees are read no more.
          </p>
          {remove.error && <Failed error={remove.error} />}
          <ConfirmByName
            name={removing.account}
            action="Remove"
            isBusy={remove.isBusy}
            onConfirm={() => remove.run(removing)}
          />
        </Dialog>
      )}
    </Panel>
  );
}

export const isExpiring = ({ expires_in_days: days }: Connection): boolean =>
  days !== null && days <= EXPIRES_SOON_DAYS;

function State({ connection }: { connection: Connection }) {
  if (connection.status_em === 'connection_valid') return <span class="badge good">works</span>;
  const words = connection.status_em === 'connection_invalid' ? 'refused' : 'limit used up';
  return (
    <>
      <span class="badge bad">{words}</span> <span class="small">{connection.last_error_detail}</span>
    </>
  );
}

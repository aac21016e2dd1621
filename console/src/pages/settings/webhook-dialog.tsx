import type { Connection, Webhook } from '@linescope/client/answers';
import { useState } from 'preact/hooks';
import { api } from '../../state/api.ts';
import { useAction } from '../../state/use-action.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Failed } from '../../ui/parts.tsx';
import { say } from '../../ui/toasts.tsx';
import { fieldsOf } from './form-fields.ts';

/** What to enter at the code host, and another secret where this one must not be used any longer. */
export function WebhookDialog(props: { connection: Connection; shown: Webhook; onClose(): void }) {
  const [webhook, setWebhook] = useState(props.shown);
  const change = useAction(async (wish: { rotate: boolean } | { secret: string }) => {
    setWebhook(await api.connectionWebhook(props.connection.id, wish));
    say('Messages signed with the old secret are refused from now on.');
  });
  return (
    <Dialog title="Webhook" onClose={props.onClose}>
      <p class="small soft">
        Entered at the code host, changes arrive at once; without it, repos are looked at every hour.
      </p>
      <dl class="facts">
        <dt>Address</dt>
        <dd>
          <code>{webhook.url}</code>
        </dd>
        <dt>Secret</dt>
        <dd>
          <code>{webhook.secret}</code>
        </dd>
        <dt>Goes to</dt>
        <dd>{webhook.secret_goes}</dd>
        <dt>Events</dt>
        <dd>{webhook.events}</dd>
      </dl>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          void change.run({ secret: fieldsOf(event.currentTarget)['secret'] ?? '' });
        }}
      >
        <button type="button" class="button" disabled={change.isBusy} onClick={() => change.run({ rotate: true })}>
          New secret
        </button>
        <input
          class="input mono"
          style={{ width: '220px' }}
          name="secret"
          required
          minLength={16}
          maxLength={200}
          aria-label="The secret that the code host already has"
          placeholder="or the one the host has"
          autocomplete="off"
          spellcheck={false}
        />
        <button type="submit" class="button" disabled={change.isBusy}>
          Keep it
        </button>
      </form>
      {change.error && <Failed error={change.error} />}
    </Dialog>
  );
}

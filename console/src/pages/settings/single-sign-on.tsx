import type { SingleSignOn as Provider } from '@linescope/client/answers';
import { useState } from 'preact/hooks';
import { api } from '../../state/api.ts';
import { useSession } from '../../state/session.ts';
import { useAction } from '../../state/use-action.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { copyText } from '../../ui/copy-text.ts';
import { ConfirmByName, Dialog } from '../../ui/dialog.tsx';
import { Failed, Panel, SkeletonRows } from '../../ui/parts.tsx';
import { say } from '../../ui/toasts.tsx';
import { fieldsOf, listOf } from './form-fields.ts';
import { useFormKey } from './use-form-key.ts';

/** How people sign in with the entity's own provider. */
export function SingleSignOn() {
  const answer = useAnswer('single-sign-on', () => api.showSingleSignOn());
  const [key, noteSaved] = useFormKey(answer.at);
  if (answer.error && !answer.data) return <Failed error={answer.error} retry={answer.reload} />;
  if (!answer.data) return <SkeletonRows count={6} />;
  const { single_sign_on: provider, redirect_url: redirectUrl } = answer.data;
  return (
    <div class="grid">
      <Panel
        class="span-6"
        title="OpenID Connect"
        meaning={
          provider
            ? 'People sign in here with their account at your provider.'
            : 'Nobody signs in with OpenID Connect yet. People use one-time links and tokens.'
        }
      >
        <ProviderForm
          key={key}
          provider={provider}
          onChanged={() => {
            noteSaved();
            answer.reload();
          }}
        />
      </Panel>
      <Panel class="span-6" title="At your provider" meaning="What to enter there for this service.">
        <dl class="facts">
          <dt>Redirect address</dt>
          <dd>
            <code>{redirectUrl}</code>{' '}
            <button type="button" class="plain" onClick={() => copyText(redirectUrl, 'the address')}>
              Copy
            </button>
          </dd>
          <dt>Flow</dt>
          <dd>Authorization code, with PKCE</dd>
          <dt>Scopes</dt>
          <dd>
            <code>openid email profile</code>
          </dd>
        </dl>
        <p class="small soft">
          Only verified email addresses of the domains named here are let in. Such a session is for this entity alone,
          and a new person is never more than a member.
        </p>
      </Panel>
    </div>
  );
}

function ProviderForm({ provider, onChanged }: { provider: Provider | null; onChanged(): void }) {
  const { entity } = useSession();
  const [isEnding, setEnding] = useState(false);
  const save = useAction(async (form: HTMLFormElement) => {
    const { domains = '', ...fields } = fieldsOf(form);
    const answer = await api.setSingleSignOn({
      ...fields,
      allowed_domains: listOf(domains),
      create_members: fields['create_members'] === 'on',
    });
    say(answer.response_detail);
    onChanged();
  });
  const end = useAction(async () => {
    await api.removeSingleSignOn();
    say('Nobody signs in with OpenID Connect any more.');
    setEnding(false);
    onChanged();
  });
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void save.run(event.currentTarget);
      }}
    >
      <label class="field">
        <span>Address of the provider (issuer)</span>
        <input
          class="input"
          type="url"
          name="issuer"
          required
          placeholder="https://login.example.com"
          defaultValue={provider?.issuer}
        />
      </label>
      <label class="field">
        <span>Client id</span>
        <input class="input mono" name="client_id" required autocomplete="off" defaultValue={provider?.client_id} />
      </label>
      <label class="field">
        <span>Client secret{provider ? ' (blank keeps the one given before)' : ''}</span>
        <input
          class="input mono"
          type="password"
          name="client_secret"
          required={!provider}
          autocomplete="off"
          spellcheck={false}
        />
      </label>
      <label class="field">
        <span>Email domains that may sign in</span>
        <input
          class="input"
          name="domains"
          required
          placeholder="acme.example"
          defaultValue={provider?.allowed_domains.join(', ')}
        />
      </label>
      <label class="row small">
        <input type="checkbox" name="create_members" defaultChecked={provider?.create_members ?? false} />
        <span>Make members of people who are not users yet</span>
      </label>
      {save.error && <Failed error={save.error} />}
      <div class="row">
        <button type="submit" class="button primary" disabled={save.isBusy}>
          {save.isBusy ? 'Asking the provider' : 'Save'}
        </button>
        {provider && (
          <button type="button" class="plain" onClick={() => setEnding(true)}>
            End it
          </button>
        )}
      </div>
      {isEnding && (
        <Dialog title="End signing in with OpenID Connect" onClose={() => setEnding(false)}>
          <p class="small soft">
            The client secret is erased. Sessions go on until they end; then people need a link or a token.
          </p>
          {end.error && <Failed error={end.error} />}
          <ConfirmByName name={entity.slug} action="End it" isBusy={end.isBusy} onConfirm={() => end.run()} />
        </Dialog>
      )}
    </form>
  );
}

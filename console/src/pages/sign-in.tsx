import { useState } from 'preact/hooks';
import { callAuth } from '../state/api.ts';
import { json, type Session, type SignInMethod, sentenceOf } from '../state/session.ts';
import { Failed } from '../ui/parts.tsx';

export function SignIn(props: { methods: SignInMethod[]; onSignedIn(session: Session): void }) {
  const has = (method: SignInMethod) => props.methods.includes(method);
  return (
    <main class="gate">
      <div>
        <h1>Sign in to Linescope</h1>
        {has('oidc') && <OidcForm />}
        {has('oidc') && has('link') && <hr />}
        {has('link') && <LinkForm />}
        {(has('oidc') || has('link')) && <hr />}
        <TokenForm onSignedIn={props.onSignedIn} />
        <p class="small soft">
          On the machine that runs Linescope, <code>npm start</code> prints a link that signs in. The API is described
          at{' '}
          <a class="link" href="/docs" data-native>
            /docs
          </a>
          .
        </p>
      </div>
    </main>
  );
}

/** Goes there by an address: a form that is sent may not be redirected to another origin, which the provider is. */
function OidcForm() {
  const submit = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const entity = String(new FormData(event.currentTarget).get('entity') ?? '').trim();
    location.assign(
      `/auth/oidc/start?${new URLSearchParams({ entity, return_to: location.pathname + location.search })}`,
    );
  };
  return (
    <form class="stack" onSubmit={submit}>
      <label class="field">
        <span>Organization</span>
        <input
          class="input"
          name="entity"
          required
          autocomplete="organization"
          placeholder="its short name, as in paths"
        />
      </label>
      <button type="submit" class="button primary">
        Continue with single sign-on
      </button>
    </form>
  );
}

function LinkForm() {
  const [isSent, setSent] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const submit = async (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email') ?? '');
    const response = await callAuth('POST', 'email_link', { email });
    if (response.ok) setSent(true);
    else setError(new Error(await sentenceOf(response)));
  };
  if (isSent) return <p role="status">If we know this address, a link is on its way. It works once, for 10 minutes.</p>;
  return (
    <form class="stack" onSubmit={submit}>
      <label class="field">
        <span>Email</span>
        <input class="input" type="email" name="email" required autocomplete="email" />
      </label>
      {error && <Failed error={error} />}
      <button type="submit" class="button">
        Send me a link
      </button>
    </form>
  );
}

function TokenForm({ onSignedIn }: { onSignedIn(session: Session): void }) {
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    setBusy(true);
    const token = String(new FormData(event.currentTarget).get('token') ?? '').trim();
    const response = await callAuth('POST', 'token', { token });
    setBusy(false);
    if (response.ok) onSignedIn(await json<Session>(response));
    else setError(new Error(await sentenceOf(response)));
  };
  return (
    <form class="stack" onSubmit={submit}>
      <label class="field">
        <span>API token</span>
        <input
          class="input mono"
          type="password"
          name="token"
          required
          autocomplete="off"
          spellcheck={false}
          placeholder="lsc_…"
        />
      </label>
      {error && <Failed error={error} />}
      <button type="submit" class="button" disabled={isBusy}>
        Sign in with a token
      </button>
    </form>
  );
}

import { useState } from 'preact/hooks';
import { callAuth } from '../state/api.ts';
import { json, type Session, type SignInMethod, sentenceOf } from '../state/session.ts';
import { useAction } from '../state/use-action.ts';
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
  const send = useAction(async (form: HTMLFormElement) => {
    const email = String(new FormData(form).get('email') ?? '');
    const response = await callAuth('POST', 'email_link', { email });
    if (!response.ok) throw new Error(await sentenceOf(response));
    setSent(true);
  });
  if (isSent) return <p role="status">If we know this address, a link is on its way. It works once, for 10 minutes.</p>;
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void send.run(event.currentTarget);
      }}
    >
      <label class="field">
        <span>Email</span>
        <input class="input" type="email" name="email" required autocomplete="email" />
      </label>
      {send.error && <Failed error={send.error} />}
      <button type="submit" class="button" disabled={send.isBusy}>
        Send me a link
      </button>
    </form>
  );
}

function TokenForm({ onSignedIn }: { onSignedIn(session: Session): void }) {
  const enter = useAction(async (form: HTMLFormElement) => {
    const token = String(new FormData(form).get('token') ?? '').trim();
    const response = await callAuth('POST', 'token', { token });
    if (!response.ok) throw new Error(await sentenceOf(response));
    onSignedIn(await json<Session>(response));
  });
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void enter.run(event.currentTarget);
      }}
    >
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
      {enter.error && <Failed error={enter.error} />}
      <button type="submit" class="button" disabled={enter.isBusy}>
        Sign in with a token
      </button>
    </form>
  );
}

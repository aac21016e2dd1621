import type { ApiToken } from '@linescope/client/answers';
import { useState } from 'preact/hooks';
import { api } from '../../state/api.ts';
import { mayActAs, useSession } from '../../state/session.ts';
import { useAction } from '../../state/use-action.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { copyText } from '../../ui/copy-text.ts';
import { ConfirmByName, Dialog } from '../../ui/dialog.tsx';
import { Empty, Failed, Panel, SkeletonRows, Time } from '../../ui/parts.tsx';
import { say } from '../../ui/toasts.tsx';
import { TokenLimit } from './token-limit.tsx';

const SCOPES = [
  { value: '', label: 'All that the role allows' },
  { value: 'read', label: 'Only read' },
  { value: 'record', label: 'Only record releases, defects and usage' },
  { value: 'telemetry', label: 'Only send telemetry' },
];

export function Tokens() {
  const tokens = useAnswer('tokens', async () => (await api.listTokens({ per_page: 1000 })).tokens);
  const [made, setMade] = useState<string | null>(null);
  const isAdmin = mayActAs(useSession(), 'admin');
  const [limiting, setLimiting] = useState<ApiToken | null>(null);
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  const make = useAction(async (form: HTMLFormElement) => {
    const data = new FormData(form);
    const answer = await api.createToken({
      name: String(data.get('name') ?? ''),
      scopes: String(data.get('scopes') ?? ''),
      expires_at: String(data.get('expires_at') ?? ''),
    });
    setMade(answer.api_token);
    form.reset();
    tokens.reload();
  });
  const revoke = useAction(async (token: ApiToken) => {
    await api.revokeToken(token.id);
    say(`The token ${token.name} is revoked.`);
    setRevoking(null);
    tokens.reload();
  });
  const active = (tokens.data ?? []).filter(({ revoked_at }) => revoked_at === null);
  return (
    <Panel
      title="API tokens"
      meaning="For scripts and pipelines. A token is shown once; only its hash is kept. Revoking takes effect within a second."
    >
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          void make.run(event.currentTarget);
        }}
      >
        <input
          class="input"
          style={{ width: '220px' }}
          name="name"
          required
          maxLength={200}
          aria-label="What the token is for"
          placeholder="What it is for"
          autocomplete="off"
        />
        <select class="select" name="scopes" aria-label="What the token may do">
          {SCOPES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <label class="row small soft">
          Expires
          <input class="select" type="date" name="expires_at" />
        </label>
        <button type="submit" class="button" disabled={make.isBusy}>
          Make a token
        </button>
      </form>
      {make.error && <Failed error={make.error} />}
      {made && (
        <div class="notice" role="status">
          <span>Copy it now, it is shown this once:</span> <code>{made}</code>
          <button type="button" class="plain" onClick={() => copyText(made, 'the token')}>
            Copy
          </button>
          <button type="button" class="plain" onClick={() => setMade(null)}>
            Done
          </button>
        </div>
      )}
      {tokens.error && !tokens.data ? (
        <Failed error={tokens.error} retry={tokens.reload} />
      ) : !tokens.data ? (
        <SkeletonRows count={4} />
      ) : active.length === 0 ? (
        <Empty title="There is no token" />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keys
        <section class="table-wrap" tabIndex={0} aria-label="Tokens">
          <table>
            <thead>
              <tr>
                <th scope="col">Token</th>
                <th scope="col">Whose</th>
                <th scope="col">May</th>
                <th scope="col">Made</th>
                <th scope="col">Last used</th>
                <th scope="col">Expires</th>
                <th scope="col" class="number">
                  A minute
                </th>
                <th scope="col">
                  <span class="visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {active.map((token) => (
                <tr key={token.id}>
                  <td>
                    <span class="strong">{token.name}</span> <code class="soft">{token.prefix}…</code>
                  </td>
                  <td>{token.user.email}</td>
                  <td>{token.scopes?.join(', ') ?? 'all of its role'}</td>
                  <td>
                    <Time at={token.created_at} />
                  </td>
                  <td>
                    <Time at={token.last_used_at} age />
                  </td>
                  <td>{token.expires_at ? <Time at={token.expires_at} /> : <span class="soft">never</span>}</td>
                  <td class="number">{token.rate_limit_per_minute ?? <span class="soft">default</span>}</td>
                  <td class="right">
                    <span class="row nowrap actions">
                      {isAdmin && (
                        <button
                          type="button"
                          class="plain"
                          aria-label={`Limit of ${token.name}`}
                          onClick={() => setLimiting(token)}
                        >
                          Limit
                        </button>
                      )}
                      <button
                        type="button"
                        class="plain"
                        aria-label={`Revoke ${token.name}`}
                        onClick={() => setRevoking(token)}
                      >
                        Revoke
                      </button>
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {limiting && <TokenLimit token={limiting} onClose={() => setLimiting(null)} onSaved={tokens.reload} />}
      {revoking && (
        <Dialog title={`Revoke ${revoking.name}`} onClose={() => setRevoking(null)}>
          <p class="small soft">
            Whatever uses it stops within a second, sessions started with it too. This cannot be undone.
          </p>
          {revoke.error && <Failed error={revoke.error} />}
          <ConfirmByName
            name={revoking.name}
            action="Revoke"
            isBusy={revoke.isBusy}
            onConfirm={() => revoke.run(revoking)}
          />
        </Dialog>
      )}
    </Panel>
  );
}

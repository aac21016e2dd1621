import {
  AZURE_DEVOPS,
  AZURE_DEVOPS_SERVER,
  BITBUCKET,
  BITBUCKET_SERVER,
  GITHUB,
  GITLAB,
  vendorName,
} from '@linescope/contract/vendor-tokens';
import { useState } from 'preact/hooks';
import { api } from '../../state/api.ts';
import { useSession } from '../../state/session.ts';
import { useAction } from '../../state/use-action.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Failed } from '../../ui/parts.tsx';
import { say } from '../../ui/toasts.tsx';

const HOSTS = [GITHUB, GITLAB, BITBUCKET, BITBUCKET_SERVER, AZURE_DEVOPS, AZURE_DEVOPS_SERVER];
const OWN_ADDRESS = new Set<string>([BITBUCKET_SERVER, AZURE_DEVOPS_SERVER]);
const DEVOPS = new Set<string>([AZURE_DEVOPS, AZURE_DEVOPS_SERVER]);

/** A token of a code host, checked there before it is kept. */
export function NewConnection({ onClose, onAdded }: { onClose(): void; onAdded(): void }) {
  const { user, entity } = useSession();
  const [host, setHost] = useState<string>(GITHUB);
  const add = useAction(async (form: HTMLFormElement) => {
    const data = new FormData(form);
    const text = (name: string) => String(data.get(name) ?? '').trim();
    const answer = await api.provisionUser({
      entity_slug: entity.slug,
      git_provider_em: host,
      email: text('email'),
      git_provider_token: text('token'),
      custom_endpoint_url: text('endpoint'),
      devops_organization_name: text('devops_organization'),
      git_provider_token_expires_at: text('expires_at'),
    });
    say(answer.response_detail);
    onAdded();
    onClose();
  });
  return (
    <Dialog title="Add a connection" onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void add.run(event.currentTarget);
        }}
      >
        <label class="field">
          <span>Code host</span>
          <select class="input" value={host} onChange={(event) => setHost(event.currentTarget.value)}>
            {HOSTS.map((token) => (
              <option key={token} value={token}>
                {vendorName(token)}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>Whose it is, by email</span>
          <input class="input" type="email" name="email" required defaultValue={user.email} />
        </label>
        <label class="field">
          <span>Token of the code host, with read access to repos, pull requests and issues</span>
          <input class="input mono" type="password" name="token" required autocomplete="off" spellcheck={false} />
        </label>
        <label class="field">
          <span>Address{OWN_ADDRESS.has(host) ? '' : ' (only where it is not the vendor’s own)'}</span>
          <input class="input" type="url" name="endpoint" required={OWN_ADDRESS.has(host)} placeholder="https://" />
        </label>
        {DEVOPS.has(host) && (
          <label class="field">
            <span>Organization</span>
            <input class="input" name="devops_organization" required />
          </label>
        )}
        <label class="field">
          <span>The token expires on{DEVOPS.has(host) ? '' : ' (where it does)'}</span>
          <input class="input" type="date" name="expires_at" required={DEVOPS.has(host)} />
        </label>
        {add.error && <Failed error={add.error} />}
        <div class="row">
          <button type="submit" class="button primary" disabled={add.isBusy}>
            {add.isBusy ? 'Asking the code host' : 'Connect'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

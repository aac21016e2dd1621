import type { Developer, Identity } from '@linescope/client/answers';
import { vendorName } from '@linescope/contract/vendor-tokens';
import { useState } from 'preact/hooks';
import { api } from '../../state/api.ts';
import { useAction } from '../../state/use-action.ts';
import { forget, useAnswer } from '../../state/use-answer.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Failed, SkeletonRows, Time } from '../../ui/parts.tsx';
import { say } from '../../ui/toasts.tsx';

interface IdentitiesDialogProps {
  developer: Developer;
  others: readonly Developer[];
  onChanged(): void;
  onClose(): void;
}

/** The names and addresses that a person commits under; more are joined, and one that is not theirs is split off. */
export function IdentitiesDialog({ developer, others, onChanged, onClose }: IdentitiesDialogProps) {
  const name = developer.committer_user_name;
  const found = useAnswer(`identities:${name}`, () =>
    api.listIdentities({ committer_identifier: name, per_page: 200 }),
  );
  const [other, setOther] = useState('');
  const changed = (words: string) => {
    forget('identities');
    found.reload();
    onChanged();
    say(words);
  };
  const join = useAction(async () => {
    await api.joinIdentities({ primary_identifier: name, identifiers: [other] });
    setOther('');
    changed(`${other} is ${name} now.`);
  });
  const split = useAction(async (identity: Identity) => {
    await api.splitIdentity({ identifier: identity.email ?? identity.committer_user_name });
    changed(`${identity.committer_user_name} is a person of its own now.`);
  });
  const rows = found.data?.identities ?? [];
  return (
    <Dialog title={`Identities of ${name}`} onClose={onClose}>
      <p class="small soft">
        All that they did counts as one person’s, backwards too. What is joined can be split again.
      </p>
      {found.error && !found.data ? (
        <Failed error={found.error} retry={found.reload} />
      ) : !found.data ? (
        <SkeletonRows count={2} />
      ) : (
        <ul class="list">
          {rows.map((identity) => (
            <li key={identity.id}>
              <span class="grow">
                <span class="strong">{identity.committer_user_name}</span>{' '}
                <span class="soft small">
                  {identity.email ?? identity.full_name}
                  {identity.git_provider_em && ` · ${vendorName(identity.git_provider_em)}`}
                  {identity.last_commit_authored_at && ' · '}
                  {identity.last_commit_authored_at && <Time at={identity.last_commit_authored_at} age />}
                </span>
              </span>
              {identity.is_primary ? (
                <span class="badge">shown as</span>
              ) : (
                <button type="button" class="plain" disabled={split.isBusy} onClick={() => void split.run(identity)}>
                  Split off<span class="visually-hidden"> {identity.committer_user_name}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          void join.run();
        }}
      >
        <label class="field">
          <span>Also this person</span>
          <input
            class="input"
            list="other-people"
            required
            placeholder="User name or email"
            value={other}
            onInput={(event) => setOther(event.currentTarget.value)}
          />
        </label>
        <datalist id="other-people">
          {others.map((one) => (
            <option key={one.id} value={one.committer_user_name} />
          ))}
        </datalist>
        <button type="submit" class="button primary" disabled={join.isBusy || other === ''}>
          Join
        </button>
      </form>
      {(join.error ?? split.error) && <Failed error={join.error ?? split.error ?? new Error('')} />}
    </Dialog>
  );
}

import type { ApiToken } from '@linescope/client/answers';
import { api } from '../../state/api.ts';
import { useAction } from '../../state/use-action.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Failed } from '../../ui/parts.tsx';
import { say } from '../../ui/toasts.tsx';
import { fieldsOf } from './form-fields.ts';

/** How many requests a minute a token may make. */
export function TokenLimit({ token, onClose, onSaved }: { token: ApiToken; onClose(): void; onSaved(): void }) {
  const save = useAction(async (form: HTMLFormElement) => {
    const answer = await api.changeToken(token.id, fieldsOf(form));
    say(answer.response_detail);
    onSaved();
    onClose();
  });
  return (
    <Dialog title={`Limit of ${token.name}`} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save.run(event.currentTarget);
        }}
      >
        <label class="field">
          <span>Requests a minute (blank: as many as the deployment allows)</span>
          <input
            class="input"
            type="number"
            name="rate_limit_per_minute"
            min={1}
            max={1_000_000}
            defaultValue={token.rate_limit_per_minute ?? ''}
          />
        </label>
        {save.error && <Failed error={save.error} />}
        <div class="row">
          <button type="submit" class="button primary" disabled={save.isBusy}>
            Save
          </button>
        </div>
      </form>
    </Dialog>
  );
}

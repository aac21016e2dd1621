import { api } from '../../state/api.ts';
import { useAction } from '../../state/use-action.ts';
import { Failed, Panel } from '../../ui/parts.tsx';
import { say } from '../../ui/toasts.tsx';

const PROVIDERS: Record<string, string> = {
  copilot: 'GitHub Copilot',
  copilot_enterprise_teams: 'GitHub Copilot, teams of an enterprise',
  cursor: 'Cursor',
  claude_code: 'Claude',
};

/** Connects an AI provider by a token of its administration. */
export function NewAiProvider({ onAdded }: { onAdded(): void }) {
  const add = useAction(async (form: HTMLFormElement) => {
    const fields = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));
    await api.addLlmToken(fields);
    form.reset();
    say('The provider is added; its usage is collected from now on.');
    onAdded();
  });
  return (
    <Panel title="Add a provider" meaning="With a token of its administration, which is kept encrypted.">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void add.run(event.currentTarget);
        }}
      >
        <div class="row">
          <label class="field">
            <span>Provider</span>
            <select class="select" name="ai_usage_provider_em">
              {Object.entries(PROVIDERS).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <label class="field">
            <span>Its token</span>
            <input type="password" class="input" name="token" required autocomplete="off" />
          </label>
          <label class="field">
            <span>Organization there, if it asks for one</span>
            <input type="text" class="input" name="provider_organization" />
          </label>
          <label class="field">
            <span>Enterprise there, if it asks for one</span>
            <input type="text" class="input" name="provider_enterprise" />
          </label>
          <label class="field">
            <span>Teams there, where only theirs is wanted</span>
            <input type="text" class="input" name="provider_teams" />
          </label>
          <label class="field">
            <span>Address, where it is not the provider’s own</span>
            <input type="url" class="input" name="endpoint_url" placeholder="https://" />
          </label>
        </div>
        {add.error && <Failed error={add.error} />}
        <div class="row">
          <button type="submit" class="button primary" disabled={add.isBusy}>
            Add
          </button>
        </div>
      </form>
    </Panel>
  );
}

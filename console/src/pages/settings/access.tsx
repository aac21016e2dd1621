import type { EntitySettings } from '@linescope/client/answers';
import { api } from '../../state/api.ts';
import { useAction } from '../../state/use-action.ts';
import { Failed, Panel } from '../../ui/parts.tsx';
import { say } from '../../ui/toasts.tsx';

const READERS: Record<EntitySettings['source_text_em'], string> = {
  source_text_everyone: 'Everyone here',
  source_text_teams: 'People whose teams have the repo',
  source_text_admins: 'Admins',
};

/** Who may read source text, and which web pages may call the API. */
export function Access({ settings, onSaved }: { settings: EntitySettings; onSaved(): void }) {
  const save = useAction(async (form: HTMLFormElement) => {
    const data = new FormData(form);
    await api.changeSettings({
      source_text_em: data.get('source_text_em'),
      allowed_origins: String(data.get('allowed_origins') ?? '')
        .split(/[\s,]+/)
        .filter(Boolean),
    });
    say('The settings are saved.');
    onSaved();
  });
  return (
    <Panel class="span-6" title="Access" meaning="To others, lines of code come without their text.">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save.run(event.currentTarget);
        }}
      >
        <label class="field">
          <span>Who may read source text</span>
          <select class="select" name="source_text_em" defaultValue={settings.source_text_em}>
            {Object.entries(READERS).map(([value, label]) => (
              <option key={value} value={value} selected={value === settings.source_text_em}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>Web pages that may call the API with a token, as origins</span>
          <textarea
            class="input mono"
            name="allowed_origins"
            defaultValue={settings.allowed_origins.join('\n')}
            placeholder="https://reports.example.com"
          />
        </label>
        {save.error && <Failed error={save.error} />}
        <div class="row">
          <button type="submit" class="button primary" disabled={save.isBusy}>
            Save access
          </button>
        </div>
      </form>
    </Panel>
  );
}

import type { EntitySettings } from '@linescope/client/answers';
import { api } from '../../state/api.ts';
import { useAction } from '../../state/use-action.ts';
import { Failed, Panel } from '../../ui/parts.tsx';
import { say } from '../../ui/toasts.tsx';
import { fieldsOf } from './form-fields.ts';

/** How far back repos are read, and what counts as a release or a critical defect. */
export function Reading({ settings, onSaved }: { settings: EntitySettings; onSaved(): void }) {
  const save = useAction(async (form: HTMLFormElement) => {
    const { import_window, subscription_starts_on, types, priorities, ...patterns } = fieldsOf(form);
    await api.changeSettings({
      import_window: import_window || 'null',
      ...(subscription_starts_on ? { subscription_starts_on } : {}),
      critical_defect_rule: { types: namesIn(types), priorities: namesIn(priorities) },
      release_rules: Object.fromEntries(Object.entries(patterns).map(([name, text]) => [name, text || null])),
    });
    say('The settings are saved.');
    onSaved();
  });
  const { critical_defect_rule: defects, release_rules: releases } = settings;
  return (
    <Panel
      class="span-6"
      title="Reading"
      meaning="What is imported, and what counts as a release or a critical defect."
    >
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save.run(event.currentTarget);
        }}
      >
        <div class="row">
          <label class="field">
            <span>How far back to import: days, a date, or all</span>
            <input class="input" name="import_window" placeholder="365" defaultValue={settings.import_window ?? ''} />
          </label>
          <label class="field">
            <span>The subscription began on</span>
            <input
              class="input"
              type="date"
              name="subscription_starts_on"
              defaultValue={settings.subscription_starts_on ?? ''}
            />
          </label>
        </div>
        <div class="row">
          <label class="field">
            <span>Issue types that are critical defects</span>
            <input class="input" name="types" placeholder="Bug, Incident" defaultValue={defects.types.join(', ')} />
          </label>
          <label class="field">
            <span>with a priority of</span>
            <input class="input" name="priorities" placeholder="Highest" defaultValue={defects.priorities.join(', ')} />
          </label>
        </div>
        <div class="row">
          <label class="field">
            <span>Tags that are releases</span>
            <input class="input mono" name="tag_pattern" placeholder="v*" defaultValue={releases.tag_pattern ?? ''} />
          </label>
          <label class="field">
            <span>Branch whose pushes are releases</span>
            <input
              class="input mono"
              name="push_branch"
              placeholder="production"
              defaultValue={releases.push_branch ?? ''}
            />
          </label>
          <label class="field">
            <span>Merge messages that are releases</span>
            <input
              class="input mono"
              name="merge_message_pattern"
              placeholder="Release *"
              defaultValue={releases.merge_message_pattern ?? ''}
            />
          </label>
        </div>
        {save.error && <Failed error={save.error} />}
        <div class="row">
          <button type="submit" class="button primary" disabled={save.isBusy}>
            Save reading
          </button>
        </div>
      </form>
    </Panel>
  );
}

/** Names can have blanks in them: only commas separate. */
const namesIn = (text = ''): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

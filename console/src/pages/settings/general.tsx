import type { EntitySettings } from '@linescope/client/answers';
import type { ComponentType } from 'preact';
import { isDay } from '../../scope/range.ts';
import { api } from '../../state/api.ts';
import { useAction } from '../../state/use-action.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { Failed, Panel, SkeletonRows } from '../../ui/parts.tsx';
import { say } from '../../ui/toasts.tsx';
import { Access } from './access.tsx';
import { Reading } from './reading.tsx';
import { useFormKey } from './use-form-key.ts';

/** What business time is counted by. */
export function General() {
  const answer = useAnswer('settings', async () => (await api.showSettings()).settings);
  if (answer.error && !answer.data) return <Failed error={answer.error} retry={answer.reload} />;
  if (!answer.data) return <SkeletonRows count={6} />;
  const saved = { settings: answer.data, readAt: answer.at, reload: answer.reload };
  return (
    <div class="grid">
      <SavedPanel {...saved} panel={BusinessTime} />
      <SavedPanel {...saved} panel={Access} />
      <SavedPanel {...saved} panel={Reading} />
      <Panel class="span-6" title="Subscription" meaning="Set by whoever operates the service.">
        <dl class="facts">
          <dt>Seats</dt>
          <dd>{answer.data.seat_limit ?? 'no limit'}</dd>
        </dl>
      </Panel>
    </div>
  );
}

interface PanelProps {
  settings: EntitySettings;
  onSaved(): void;
}

/** What one panel saves leaves alone what is typed in the others. */
function SavedPanel(props: {
  panel: ComponentType<PanelProps>;
  settings: EntitySettings;
  readAt: number | undefined;
  reload(): void;
}) {
  const [key, noteSaved] = useFormKey(props.readAt);
  const onSaved = () => {
    noteSaved();
    props.reload();
  };
  return <props.panel key={key} settings={props.settings} onSaved={onSaved} />;
}

function BusinessTime({ settings, onSaved }: PanelProps) {
  const save = useAction(async (form: HTMLFormElement) => {
    const data = new FormData(form);
    const text = (name: string) => String(data.get(name) ?? '').trim();
    const holidays = text('holidays')
      .split(/[\s,]+/)
      .filter(Boolean);
    const wrong = holidays.find((day) => !isDay(day));
    if (wrong !== undefined) throw new Error(`“${wrong}” is no date of a holiday: write it as 2026-12-25.`);
    await api.changeSettings({
      time_zone: text('time_zone'),
      business_day_start: text('business_day_start'),
      business_day_end: text('business_day_end'),
      holidays,
    });
    say('The settings are saved.');
    onSaved();
  });
  return (
    <Panel
      class="span-6"
      title="Business time"
      meaning="Waiting and cycle times of pull requests and defects run only within it."
    >
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save.run(event.currentTarget);
        }}
      >
        <label class="field">
          <span>Time zone</span>
          <input class="input" name="time_zone" required list="time-zones" defaultValue={settings.time_zone} />
          <datalist id="time-zones">
            {Intl.supportedValuesOf('timeZone').map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </label>
        <div class="row">
          <label class="field">
            <span>A day begins</span>
            <input
              class="input"
              type="time"
              name="business_day_start"
              required
              defaultValue={settings.business_day_start}
            />
          </label>
          <label class="field">
            <span>and ends</span>
            <input
              class="input"
              type="time"
              name="business_day_end"
              required
              defaultValue={settings.business_day_end}
            />
          </label>
        </div>
        <label class="field">
          <span>Holidays, as dates</span>
          <textarea
            class="input mono"
            name="holidays"
            defaultValue={settings.holidays.join('\n')}
            placeholder="2026-12-25"
          />
        </label>
        {save.error && <Failed error={save.error} />}
        <div class="row">
          <button type="submit" class="button primary" disabled={save.isBusy}>
            Save
          </button>
        </div>
      </form>
    </Panel>
  );
}

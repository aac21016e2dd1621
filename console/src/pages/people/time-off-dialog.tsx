import type { Developer } from '@linescope/client/answers';
import { useState } from 'preact/hooks';
import { isoDay } from '../../scope/range.ts';
import { api } from '../../state/api.ts';
import { useSession } from '../../state/session.ts';
import { useAction } from '../../state/use-action.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { formatCount } from '../../ui/format.ts';
import { Failed } from '../../ui/parts.tsx';
import { say } from '../../ui/toasts.tsx';

/** Whole days, both ends included; business time leaves them out. */
export function TimeOffDialog({ developer, onClose }: { developer: Developer; onClose(): void }) {
  const name = developer.committer_user_name;
  const [start, setStart] = useState(isoDay(new Date()));
  const [end, setEnd] = useState(isoDay(new Date()));
  const params = { committer_identifier: name, start_date: start, end_date: end };
  const { entity } = useSession();
  const change = useAction(async (kind: 'record' | 'remove') => {
    const call = kind === 'record' ? api.recordTimeOff : api.removeTimeOff;
    const answer = await call({ ...params, resource_path: entity.slug });
    const days = formatCount(answer.days_off_in_range_count, 'day');
    say(kind === 'record' ? `${name} is off for ${days} of the range.` : `${name} has ${days} off left in the range.`);
    onClose();
  });
  return (
    <Dialog title={`Time off of ${name}`} onClose={onClose}>
      <p class="small soft">Days off do not count as working time in cycle times, waiting times and velocity.</p>
      <div class="row">
        <label class="field">
          <span>First day</span>
          <input class="input" type="date" value={start} onInput={(event) => setStart(event.currentTarget.value)} />
        </label>
        <label class="field">
          <span>Last day</span>
          <input
            class="input"
            type="date"
            value={end}
            min={start}
            onInput={(event) => setEnd(event.currentTarget.value)}
          />
        </label>
      </div>
      {change.error && <Failed error={change.error} />}
      <div class="row">
        <button type="button" class="button primary" disabled={change.isBusy} onClick={() => change.run('record')}>
          Record
        </button>
        <button type="button" class="button" disabled={change.isBusy} onClick={() => change.run('remove')}>
          Remove what is recorded
        </button>
      </div>
    </Dialog>
  );
}

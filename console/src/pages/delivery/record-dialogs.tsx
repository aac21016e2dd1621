import type { Params } from '@linescope/client/client';
import type { ComponentChildren } from 'preact';
import { useScope } from '../../scope/scope.ts';
import { api } from '../../state/api.ts';
import { useResources } from '../../state/queries.ts';
import { useSession } from '../../state/session.ts';
import { useAction } from '../../state/use-action.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Failed } from '../../ui/parts.tsx';
import { say } from '../../ui/toasts.tsx';

interface RecordDialogProps {
  onDone(): void;
  onClose(): void;
}

/** Fields of a form by name; what is left empty is not sent. */
const fieldsOf = (form: HTMLFormElement): Params =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));

/** A time as the reader's clock says it, as the API takes it. */
const timeOf = (local: unknown): string | null => (local ? new Date(String(local)).toISOString() : null);

export function RecordReleaseDialog({ onDone, onClose }: RecordDialogProps) {
  const save = useAction(async (form: HTMLFormElement) => {
    const { released_at: at, ...fields } = fieldsOf(form);
    await api.recordRelease({ ...fields, ...(at ? { released_at: timeOf(at) } : { release_now: true }) });
    say('The release is recorded.');
    onDone();
  });
  return (
    <RecordForm title="Record a release" save={save} onClose={onClose}>
      <RepoField />
      <label class="field">
        <span>Name</span>
        <input type="text" class="input" name="name" placeholder="v1.4.0" />
      </label>
      <label class="field">
        <span>Commit, else the newest of the default branch</span>
        <input type="text" class="input" name="release_sha" placeholder="40 hexadecimal characters" />
      </label>
      <label class="field">
        <span>Released, else now</span>
        <input type="datetime-local" class="input" name="released_at" />
      </label>
      <label class="field">
        <span>Defects that it fixes, by key</span>
        <input type="text" class="input" name="defect_keys" placeholder="INC-12, INC-15" />
      </label>
    </RecordForm>
  );
}

export function RecordDefectDialog({ onDone, onClose }: RecordDialogProps) {
  const save = useAction(async (form: HTMLFormElement) => {
    const { detected_at: detected, fix_released_at: fixed, ...fields } = fieldsOf(form);
    const time = detected ? { detected_at: timeOf(detected) } : { detected_now: true };
    await api.recordDefect({ ...fields, ...time, fix_released_at: timeOf(fixed) });
    say('The defect is recorded.');
    onDone();
  });
  return (
    <RecordForm title="Record a critical defect" save={save} onClose={onClose}>
      <RepoField />
      <label class="field">
        <span>Key</span>
        <input type="text" class="input" name="defect_key" placeholder="INC-12" required />
      </label>
      <label class="field">
        <span>What happened</span>
        <input type="text" class="input" name="description" />
      </label>
      <label class="field">
        <span>Severity; the lower, the more severe</span>
        <input type="number" class="input" name="severity" />
      </label>
      <label class="field">
        <span>Detected, else now</span>
        <input type="datetime-local" class="input" name="detected_at" />
      </label>
      <label class="field">
        <span>Fixed, if it is</span>
        <input type="datetime-local" class="input" name="fix_released_at" />
      </label>
    </RecordForm>
  );
}

function RecordForm(props: {
  title: string;
  save: ReturnType<typeof useAction<[HTMLFormElement]>>;
  onClose(): void;
  children: ComponentChildren;
}) {
  const { save } = props;
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save.run(event.currentTarget);
        }}
      >
        {props.children}
        {save.error && <Failed error={save.error} />}
        <div class="row">
          <button type="submit" class="button primary" disabled={save.isBusy}>
            Record
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function RepoField() {
  const { entity } = useSession();
  const { resourcePath } = useScope();
  const answer = useResources(entity.slug);
  const repos = answer.data ?? [];
  if (answer.error && !answer.data) return <Failed error={answer.error} retry={answer.reload} />;
  return (
    <label class="field">
      <span>Repo</span>
      <select class="select" name="resource_path" required>
        {repos.map((repo) => (
          <option key={repo.path} value={repo.resource_path} selected={repo.resource_path === resourcePath}>
            {repo.path}
          </option>
        ))}
      </select>
    </label>
  );
}

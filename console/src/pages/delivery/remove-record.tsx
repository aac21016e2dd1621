import { api } from '../../state/api.ts';
import { useAction } from '../../state/use-action.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Failed } from '../../ui/parts.tsx';
import { say } from '../../ui/toasts.tsx';

/** A release or a defect that was recorded by mistake. */
export type Removable = { kind: 'release'; id: number; name: string } | { kind: 'defect'; name: string };

const CONSEQUENCES = {
  release: 'Fixes that came with it go too, and its commits count for the next release. It can be recorded again.',
  defect: 'All its fixes go with it; the releases that carried them stay. It can be recorded again.',
};

/** Says what follows before it is removed. */
export function RemoveRecord(props: { record: Removable; onDone(): void; onClose(): void }) {
  const { record } = props;
  const remove = useAction(async () => {
    const { response_detail } =
      record.kind === 'release'
        ? await api.removeRelease(record.id)
        : await api.removeDefect({ defect_key: record.name });
    say(response_detail);
    props.onDone();
  });
  return (
    <Dialog title={`Remove ${record.name}`} onClose={props.onClose}>
      <p class="small soft">{CONSEQUENCES[record.kind]}</p>
      {remove.error && <Failed error={remove.error} />}
      <div class="row">
        <button type="button" class="button danger" disabled={remove.isBusy} onClick={() => remove.run()}>
          Remove
        </button>
      </div>
    </Dialog>
  );
}

/** The last column of a list whose rows the reader may remove. */
export function RemoveCell({ record, onRemove }: { record: Removable; onRemove(record: Removable): void }) {
  return (
    <td>
      <button type="button" class="plain" onClick={() => onRemove(record)}>
        Remove<span class="visually-hidden"> {record.name}</span>
      </button>
    </td>
  );
}

export const RemoveHeading = () => (
  <th scope="col">
    <span class="visually-hidden">Remove</span>
  </th>
);

import type { ImportedRepo } from '@linescope/client/answers';
import { api } from '../../state/api.ts';
import { useAction } from '../../state/use-action.ts';
import { ConfirmByName, Dialog } from '../../ui/dialog.tsx';
import { formatCount } from '../../ui/format.ts';
import { Failed } from '../../ui/parts.tsx';
import { say } from '../../ui/toasts.tsx';

/** Says what goes, and what stays, before a repo is removed. */
export function RemoveRepo({ repo, onClose, onRemoved }: { repo: ImportedRepo; onClose(): void; onRemoved(): void }) {
  const remove = useAction(async () => {
    const answer = await api.removeImport(repo.id);
    say(answer.response_detail);
    onRemoved();
    onClose();
  });
  const held = [
    formatCount(repo.commits_complete_count, 'commit'),
    formatCount(repo.pull_request_processed_count, 'pull request'),
  ].join(' and ');
  return (
    <Dialog title={`Remove ${repo.repo_path}`} onClose={onClose}>
      <p class="small soft">
        {repo.commits_complete_count + repo.pull_request_processed_count > 0
          ? `Its ${held}, their lines, releases and fixes are erased everywhere, and leave every figure. `
          : 'Nothing was read of it. '}
        People, teams and connections stay. This cannot be undone, only imported anew.
      </p>
      {remove.error && <Failed error={remove.error} />}
      <ConfirmByName name={repo.repo_path} action="Remove" isBusy={remove.isBusy} onConfirm={() => remove.run()} />
    </Dialog>
  );
}

import type { ImportedRepo } from '@linescope/client/answers';
import { useEffect, useState } from 'preact/hooks';
import { api } from '../../state/api.ts';
import { useImports } from '../../state/queries.ts';
import { mayActAs, useSession } from '../../state/session.ts';
import { useAction } from '../../state/use-action.ts';
import { formatCount, formatDay, formatNumber } from '../../ui/format.ts';
import { Empty, Failed, PageHead, Panel, SkeletonRows, Time } from '../../ui/parts.tsx';
import { say } from '../../ui/toasts.tsx';
import { isUnderWay, sayStatus, whatToDo } from './import-words.ts';
import { Removals } from './removals.tsx';
import { RemoveRepo } from './remove-dialog.tsx';

const POLL_MS = 2_000;

export default function Imports() {
  const session = useSession();
  const { entity } = session;
  const imports = useImports(entity.slug);
  const isAdmin = mayActAs(session, 'admin');
  const [removing, setRemoving] = useState<ImportedRepo | null>(null);
  const [removedCount, setRemovedCount] = useState(0);
  const rows = (imports.data ?? []).toSorted(failedFirst);
  const underWay = rows.filter(isUnderWay).length;
  const failed = rows.filter(({ error_em }) => error_em !== null).length;
  useEffect(() => {
    if (underWay === 0) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && imports.reload(), POLL_MS);
    return () => clearInterval(timer);
  }, [underWay > 0]);
  return (
    <>
      <PageHead
        title="Imports"
        meaning="Which repos are read, how far they are, and what is wrong with those that failed."
      />
      {isAdmin && <QueueForm onQueued={imports.reload} />}
      <Panel
        title={imports.data ? formatCount(rows.length, 'repo') : 'Repos'}
        meaning={
          imports.data &&
          [
            underWay > 0 ? `${formatNumber(underWay)} under way` : 'none under way',
            failed > 0 ? `${formatNumber(failed)} failed` : 'none failed',
          ].join(', ')
        }
      >
        {imports.error && !imports.data ? (
          <Failed error={imports.error} retry={imports.reload} />
        ) : imports.loading ? (
          <SkeletonRows count={6} />
        ) : rows.length === 0 ? (
          <Empty title="Nothing is imported yet">
            {isAdmin ? 'Name a repo above: its organization, a slash, its name.' : 'An admin queues repos here.'}
          </Empty>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keys
          <section class="table-wrap" tabIndex={0} aria-label="Imports">
            <table>
              <thead>
                <tr>
                  <th scope="col">Repo</th>
                  <th scope="col">State</th>
                  <th scope="col" class="number">
                    Commits
                  </th>
                  <th scope="col" class="number">
                    Pull requests
                  </th>
                  <th scope="col">Back to</th>
                  <th scope="col">Last work</th>
                  {isAdmin && (
                    <th scope="col">
                      <span class="visually-hidden">Actions</span>
                    </th>
                  )}
                </tr>
              </thead>
              <tbody>
                {rows.map((repo) => (
                  <ImportRow
                    key={repo.id}
                    repo={repo}
                    isAdmin={isAdmin}
                    onQueued={imports.reload}
                    onRemove={() => setRemoving(repo)}
                  />
                ))}
              </tbody>
            </table>
          </section>
        )}
      </Panel>
      {isAdmin && <Removals since={removedCount} />}
      {removing && (
        <RemoveRepo
          repo={removing}
          onClose={() => setRemoving(null)}
          onRemoved={() => {
            setRemovedCount(removedCount + 1);
            imports.reload();
          }}
        />
      )}
    </>
  );
}

function ImportRow(props: { repo: ImportedRepo; isAdmin: boolean; onQueued(): void; onRemove(): void }) {
  const { repo, isAdmin, onQueued } = props;
  const { entity } = useSession();
  const queue = useAction(async () => {
    await api.queueImport({ resource_path: entity.slug, repo_path: repo.repo_path });
    say(`${repo.repo_path} is queued.`);
    onQueued();
  });
  const isBusy = isUnderWay(repo);
  return (
    <tr>
      <td class="strong">{repo.repo_path}</td>
      <td>
        {repo.error_em ? (
          <>
            <span class="bad">{sayStatus(repo.import_status)}</span>
            <div class="small">{repo.error_detail}</div>
            <div class="small soft">{whatToDo(repo)}</div>
          </>
        ) : isBusy ? (
          <div class="stack-tight">
            <span class="small">
              {sayStatus(repo.import_status)}, {formatNumber(repo.percent_complete)} %
            </span>
            <div
              class="progress"
              role="progressbar"
              aria-label={`Import of ${repo.repo_path}`}
              aria-valuenow={repo.percent_complete}
              aria-valuemin={0}
              aria-valuemax={100}
            >
              <div style={{ width: `${repo.percent_complete}%` }} />
            </div>
          </div>
        ) : (
          sayStatus(repo.import_status)
        )}
        {queue.error && <Failed error={queue.error} />}
      </td>
      <td class="number">{formatNumber(repo.commits_complete_count)}</td>
      <td class="number">{formatNumber(repo.pull_request_processed_count)}</td>
      <td class="nowrap">
        {repo.default_branch_processed_back_through ? formatDay(repo.default_branch_processed_back_through) : '–'}
      </td>
      <td>
        <Time at={repo.last_processed_at} age />
      </td>
      {isAdmin && (
        <td class="right nowrap">
          <span class="row nowrap actions">
            <button type="button" class="plain" disabled={isBusy || queue.isBusy} onClick={() => queue.run()}>
              {repo.error_em ? 'Retry' : 'Read again'}
              <span class="visually-hidden"> {repo.repo_path}</span>
            </button>
            <button type="button" class="plain" onClick={props.onRemove}>
              Remove<span class="visually-hidden"> {repo.repo_path}</span>
            </button>
          </span>
        </td>
      )}
    </tr>
  );
}

function QueueForm({ onQueued }: { onQueued(): void }) {
  const { entity } = useSession();
  const queue = useAction(async (form: HTMLFormElement) => {
    const path = String(new FormData(form).get('repo_path') ?? '').trim();
    await api.queueImport({ resource_path: entity.slug, repo_path: path });
    say(`${path} is queued.`);
    form.reset();
    onQueued();
  });
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        void queue.run(event.currentTarget);
      }}
    >
      <label class="row">
        <span class="small soft">Import a repo</span>
        <input
          class="input"
          style={{ width: '280px' }}
          name="repo_path"
          required
          placeholder="organization/repo"
          autocomplete="off"
          spellcheck={false}
        />
      </label>
      <button type="submit" class="button" disabled={queue.isBusy}>
        Queue
      </button>
      {queue.error && <Failed error={queue.error} />}
    </form>
  );
}

const failedFirst = (one: ImportedRepo, other: ImportedRepo): number =>
  rank(one) - rank(other) || one.repo_path.localeCompare(other.repo_path);
const rank = (repo: ImportedRepo): number => (repo.error_em ? 0 : isUnderWay(repo) ? 1 : 2);

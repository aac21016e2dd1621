import { withScope } from '../../scope/scope.ts';
import { api } from '../../state/api.ts';
import { usePlace } from '../../state/router.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { formatCount } from '../../ui/format.ts';
import { Empty, Failed, PageHead, Panel, SkeletonRows, Time } from '../../ui/parts.tsx';
import { codeLink, nameOf, shortSha } from './code-link.ts';
import { Crumbs } from './crumbs.tsx';
import { OwnershipPanel } from './ownership-panel.tsx';

const MOST = 1000;

/** What a folder holds at a version. */
export function FolderPage({ repo, sha, folder }: { repo: string; sha: string | null; folder: string }) {
  const { query } = usePlace();
  const params = { resource_path: repo, sha, path_prefix: folder, recursive: false, per_page: MOST };
  const files = useAnswer(`files:${repo}:${sha}:${folder}`, () => api.listFiles(params));
  const rows = files.data?.files ?? [];
  const more = (files.data?.total_count ?? 0) - rows.length;
  return (
    <>
      <PageHead title="Code" meaning={sha ? `At ${shortSha(sha)}.` : 'The default branch.'}>
        {sha && (
          <a class="button" href={codeLink(query, repo, { path: folder })}>
            To the default branch
          </a>
        )}
        <a class="button" href={withScope({ scope: null })}>
          All repos
        </a>
      </PageHead>
      <Panel title={folder === '' ? repo.split('/').slice(1).join(' / ') : folder}>
        <Crumbs repo={repo} sha={sha} path={folder} />
        {files.error && !files.data ? (
          <Failed error={files.error} retry={files.reload} />
        ) : !files.data ? (
          <SkeletonRows count={10} />
        ) : rows.length === 0 ? (
          <Empty title="No files">There is nothing of this name in this version.</Empty>
        ) : (
          <ul class="list files">
            {rows.map((file) => (
              <li key={file.path}>
                <a
                  href={codeLink(query, repo, {
                    sha,
                    ...(file.kind_em === 'kind_folder' ? { path: file.path } : { file: file.path }),
                  })}
                >
                  {nameOf(file.path)}
                  {file.kind_em === 'kind_folder' && <span class="soft">/ {formatCount(file.file_count, 'file')}</span>}
                </a>
                <span class="soft small nowrap">
                  {file.last_changed_at ? <Time at={file.last_changed_at} age /> : 'before the window'}
                </span>
              </li>
            ))}
          </ul>
        )}
        {more > 0 && <p class="soft small">{formatCount(more, 'further entry', 'further entries')} are not shown.</p>}
      </Panel>
      {sha === null && <OwnershipPanel key={folder} repo={repo} folder={folder} />}
    </>
  );
}

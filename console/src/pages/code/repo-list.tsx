import { useResources } from '../../state/queries.ts';
import { usePlace } from '../../state/router.ts';
import { useSession } from '../../state/session.ts';
import { formatCount, formatDay, sayWord } from '../../ui/format.ts';
import { Empty, Failed, PageHead, Panel, SkeletonRows } from '../../ui/parts.tsx';
import { codeLink } from './code-link.ts';

/** Where code is read from: one repo at a time. */
export function RepoList() {
  const { query } = usePlace();
  const { entity } = useSession();
  const repos = useResources(entity.slug);
  return (
    <>
      <PageHead title="Code" meaning="Who wrote which line, when, and what became of it." />
      <Panel title={repos.data ? formatCount(repos.data.length, 'repo') : 'Repos'} meaning="Choose the repo to read.">
        {repos.error && !repos.data ? (
          <Failed error={repos.error} retry={repos.reload} />
        ) : !repos.data ? (
          <SkeletonRows />
        ) : repos.data.length === 0 ? (
          <Empty title="Nothing is imported yet">
            Import a repo first; its code is here as soon as its commits are.
          </Empty>
        ) : (
          <ul class="list">
            {repos.data.map((repo) => (
              <li key={repo.path}>
                <a href={codeLink(query, repo.resource_path, {})}>{repo.path}</a>
                <span class="soft small">
                  {repo.last_commit_on
                    ? `last commit ${formatDay(repo.last_commit_on)}`
                    : sayWord(repo.import_status ?? 'not imported')}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}

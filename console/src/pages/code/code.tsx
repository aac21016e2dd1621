import { useScope } from '../../scope/scope.ts';
import { usePlace } from '../../state/router.ts';
import { CommitPage } from './commit-page.tsx';
import { FilePage } from './file-page.tsx';
import { FolderPage } from './folder-page.tsx';
import { RepoList } from './repo-list.tsx';

/** The code itself: a repo's tree, a file with who wrote each line, a commit with the lines it changed. */
export default function Code() {
  const { query } = usePlace();
  const { resourcePath } = useScope();
  const isRepo = resourcePath.split('/').length === 3 && !resourcePath.includes(',');
  const version = { repo: resourcePath, sha: query.get('sha') };
  const commit = query.get('commit');
  const file = query.get('file');
  if (!isRepo) return <RepoList />;
  if (commit) return <CommitPage key={commit} repo={resourcePath} sha={commit} />;
  if (file) return <FilePage {...version} path={file} />;
  return <FolderPage {...version} folder={query.get('path') ?? ''} />;
}

/**
 * What stands before `#12` in an issue's key: the repo whose issue it is. At the devops suite work items are numbered through
 * an organization and belong to no repo: each is one issue, however many repos are imported.
 */
export const issueScope = ({ gitProviderEm, repoPath }: { gitProviderEm: string; repoPath: string }): string =>
  gitProviderEm.startsWith('devops_suite') ? (repoPath.split('--')[0] ?? repoPath) : repoPath;

/** What stands before a number in the key of an issue that a text names. */
import { AZURE_DEVOPS, GITHUB } from '@linescope/contract/vendors';
export interface IssueScope {
  /** Before `#12`: the repo whose issue it is. */
  numbers: string;
  /** Before `AB#12`: the organization whose work item it is; null where none is known. */
  workItems: string | null;
  /** Pull requests are numbered among the issues: `#12` in the title of number 12 is itself. */
  countsPulls: boolean;
}

const isDevops = (gitProviderEm: string): boolean => gitProviderEm.startsWith(AZURE_DEVOPS);

const organizationOf = (repoPath: string): string => repoPath.split('--')[0] ?? repoPath;

/**
 * At the devops suite work items are numbered through an organization and belong to no repo: each is one issue, however many
 * repos are imported. Repos of other hosts name them too, which is clear where the entity has one such organization.
 */
export function issueScope(
  { gitProviderEm, repoPath }: { gitProviderEm: string; repoPath: string },
  devopsRepoPaths: readonly string[] = [],
): IssueScope {
  if (isDevops(gitProviderEm)) {
    const organization = organizationOf(repoPath);
    return { numbers: organization, workItems: organization, countsPulls: false };
  }
  const [only, ...others] = new Set(devopsRepoPaths.map(organizationOf));
  const workItems = only !== undefined && others.length === 0 ? only : null;
  return { numbers: repoPath, workItems, countsPulls: gitProviderEm === GITHUB };
}

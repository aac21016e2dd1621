import type { CommitFact } from '@linescope/git-engine/facts';
import { askGit } from '@linescope/git-engine/git/run-git';

const FORMAT = '%H%x00%an%x00%ae%x00%at%x00%ct';

/** Just enough of commits to know their authors. */
export async function commitsByName(gitDir: string, shas: string[]): Promise<CommitFact[]> {
  if (shas.length === 0) return [];
  const answer = await askGit({
    gitDir,
    args: ['log', '--no-walk=unsorted', '-z', `--format=${FORMAT}`, '--end-of-options', ...shas],
  });
  const fields = answer.toString('utf8').split('\0');
  const commits: CommitFact[] = [];
  for (let index = 0; index + 4 < fields.length; index += 5) {
    const [sha = '', authorName = '', authorEmail = '', authoredAt = '0', committedAt = '0'] = fields.slice(
      index,
      index + 5,
    );
    commits.push({
      sha,
      parents: [],
      authorName,
      authorEmail,
      authoredAt: Number(authoredAt),
      committerName: '',
      committerEmail: '',
      committedAt: Number(committedAt),
      message: '',
      isMerge: false,
      onDefaultBranch: false,
      patchId: '',
      aiAuthored: false,
      aiConfidence: 0,
      aiTool: null,
      aiEvidence: null,
      filesChanged: 0,
      linesAdded: 0,
      linesDeleted: 0,
    });
  }
  return commits;
}

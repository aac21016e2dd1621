/** Why a history can't be read. `public` is a sentence for the customer; the cause keeps git's own words. */
export type GitErrorCode =
  | 'sha256_repository'
  | 'partial_clone'
  | 'not_a_repository'
  | 'unknown_tip'
  | 'empty_repository'
  | 'git_failed'
  | 'unexpected_output';

const SENTENCES: Record<GitErrorCode, string> = {
  sha256_repository: 'The repository uses SHA-256 object names, which are not supported.',
  partial_clone: 'The repository is a partial clone: its file contents are not all present.',
  not_a_repository: 'There is no git repository at the given place.',
  unknown_tip: 'A branch tip is not a commit of this repository.',
  empty_repository: 'The repository has no commits yet.',
  git_failed: 'Git could not read the repository.',
  unexpected_output: 'Git answered in a form that was not understood.',
};

export class GitError extends Error {
  readonly code: GitErrorCode;
  readonly detail: string;

  constructor(code: GitErrorCode, detail = '') {
    super(SENTENCES[code]);
    this.name = 'GitError';
    this.code = code;
    this.detail = detail;
  }
}

import type { GitError } from '@linescope/git-engine/git/git-error';

/** Why a fetch failed. git has one exit code for all of them, so they are distinguished by what it prints. */
export type FetchFailureReason = 'refused' | 'missing' | 'sha256' | 'address' | 'too_slow' | 'too_large' | 'transient';

export class FetchFailure extends Error {
  readonly reason: FetchFailureReason;

  /** `stderr` is git's, for the log: it names hosts and refs, never a token. */
  constructor(reason: FetchFailureReason, detail: string, stderr = '') {
    super(detail, stderr === '' ? undefined : { cause: new Error(stderr.trim()) });
    this.name = 'FetchFailure';
    this.reason = reason;
  }
}

export function fetchFailureOf({ detail: stderr }: GitError): FetchFailure {
  if (/Authentication failed|403|could not read (Username|Password)|401/i.test(stderr)) {
    return new FetchFailure('refused', 'The code host refused to let the connection read this repo.', stderr);
  }
  if (/not found|404|does not appear to be a git repository/i.test(stderr)) {
    return new FetchFailure('missing', 'The code host knows no such repo.', stderr);
  }
  if (/mismatched algorithms|sha256/.test(stderr)) {
    return new FetchFailure('sha256', 'The repo names its objects by SHA-256; only SHA-1 repos can be read.', stderr);
  }
  const said = wordsOfHost(stderr);
  const detail = `The repo could not be fetched from the code host${said === null ? '.' : `, which said: "${said}".`}`;
  return new FetchFailure('transient', detail, stderr);
}

/** What a git server answers instead of a pack. Nothing else that git prints is told to customers: it may be of whatever answers at an address. */
function wordsOfHost(stderr: string): string | null {
  const [, words = ''] = /remote error: ([^\r\n]{1,200})/.exec(stderr) ?? [];
  const printable = words.replace(/[^\x20-\x7e]/g, '').trim();
  return printable === '' ? null : printable;
}

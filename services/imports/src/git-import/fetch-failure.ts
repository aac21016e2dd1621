/** Why a fetch did not work, told apart by git's own words. */
export type FetchFailureReason = 'refused' | 'missing' | 'sha256' | 'transient';

export class FetchFailure extends Error {
  readonly reason: FetchFailureReason;

  /** `complaint` is git's own, for the log: it names hosts and refs, never a token. */
  constructor(reason: FetchFailureReason, detail: string, complaint = '') {
    super(detail, complaint === '' ? undefined : { cause: new Error(complaint.trim()) });
    this.name = 'FetchFailure';
    this.reason = reason;
  }
}

export function readFetchFailure(complaint: string): FetchFailure {
  if (/Authentication failed|403|could not read (Username|Password)|401/i.test(complaint)) {
    return new FetchFailure('refused', 'The code host refused to let the connection read this repo.', complaint);
  }
  if (/not found|404|does not appear to be a git repository/i.test(complaint)) {
    return new FetchFailure('missing', 'The code host knows no such repo.', complaint);
  }
  if (/mismatched algorithms|sha256/.test(complaint)) {
    return new FetchFailure(
      'sha256',
      'The repo names its objects by SHA-256; only SHA-1 repos can be read.',
      complaint,
    );
  }
  return new FetchFailure('transient', 'The repo could not be fetched from the code host.', complaint);
}

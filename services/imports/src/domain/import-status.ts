/** The states of an import, in the order they are passed; errors leave from where they arise. */
export const PROGRESS_STATUSES = [
  'pending',
  'offered_pending_acceptance',
  'import_started',
  'acquired_connection',
  'acquired_external_repo',
  'created_repo',
  'queued_branch_for_commit_processing',
  'repo_processing_underway',
  'processing_initiated',
  'processing_in_progress',
  'processing_completed',
] as const;

export const ERROR_STATUSES = [
  'could_not_determine_default_branch',
  'unable_to_acquire_connection',
  'unable_to_import_no_quota',
  'unable_to_import_no_repo',
  'unable_to_import_too_many_attempts',
] as const;

/** What an outage of a code host ends with: it may be over by itself. */
export const PASSING_ERROR_STATUSES: readonly ImportStatus[] = [
  'unable_to_import_no_quota',
  'unable_to_import_too_many_attempts',
];

/** Why an import failed or is incomplete: what to mend, where the status says only at which step. */
export const IMPORT_ERRORS = [
  'clone_too_large',
  'clone_too_slow',
  'connection_invalid',
  'endpoint_refused',
  'insufficient_access',
  'invalid_repo_path',
  'no_commits_in_window',
  'no_connection',
  'no_default_branch',
  'no_quota',
  'not_a_repository',
  'partial_clone',
  'reading_too_large',
  'repo_not_found',
  'sha256_repository',
  'too_many_attempts',
] as const;
export type ImportError = (typeof IMPORT_ERRORS)[number];

export type ImportStatus = (typeof PROGRESS_STATUSES)[number] | (typeof ERROR_STATUSES)[number];
export const IMPORT_STATUSES = [...PROGRESS_STATUSES, ...ERROR_STATUSES] as const;

/** Nothing more happens by itself in these. */
export const ENDED_STATUSES: readonly ImportStatus[] = [
  'processing_completed',
  'offered_pending_acceptance',
  ...ERROR_STATUSES,
];

export const isError = (status: ImportStatus): boolean => ERROR_STATUSES.some((error) => error === status);

/** Under way: queueing it again adds nothing. */
export const isUnderWay = (status: ImportStatus): boolean =>
  !isError(status) && status !== 'processing_completed' && status !== 'offered_pending_acceptance';

/** The state that a share of processed commits means. */
export function statusAt(percent: number): ImportStatus {
  if (percent > 95) return 'processing_completed';
  return percent > 10 ? 'processing_in_progress' : 'processing_initiated';
}

/** Why an import ended; `status` is what the customer sees, `errorEm` and `detail` say more. */
export class ImportFailure extends Error {
  readonly status: (typeof ERROR_STATUSES)[number];
  readonly errorEm: ImportError;

  constructor(status: (typeof ERROR_STATUSES)[number], errorEm: ImportError, detail: string, cause?: unknown) {
    super(detail, cause === undefined ? undefined : { cause });
    this.name = 'ImportFailure';
    this.status = status;
    this.errorEm = errorEm;
  }
}

/** Quota ran out everywhere: not a failure yet; the import pauses and goes on by itself. */
export class QuotaPause extends Error {
  readonly resumeAt: Date;

  constructor(resumeAt: Date) {
    super('All connections have used up their quota.');
    this.name = 'QuotaPause';
    this.resumeAt = resumeAt;
  }
}

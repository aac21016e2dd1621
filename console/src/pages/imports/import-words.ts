import type { ImportedRepo } from '@linescope/client/answers';

const WORDS: Record<string, string> = {
  pending: 'Waiting for its turn',
  offered_pending_acceptance: 'Offered, waits for an acceptance by mail',
  import_started: 'Started',
  acquired_connection: 'Has a connection',
  acquired_external_repo: 'Found at the code host',
  created_repo: 'Registered',
  queued_branch_for_commit_processing: 'Default branch queued',
  repo_processing_underway: 'Reading the history',
  processing_initiated: 'Reading the newest commits',
  processing_in_progress: 'Reading back in time',
  processing_completed: 'Complete',
  could_not_determine_default_branch: 'No default branch',
  unable_to_acquire_connection: 'No connection can read it',
  unable_to_import_no_quota: 'The code host’s limit is used up',
  unable_to_import_no_repo: 'Not found',
  unable_to_import_too_many_attempts: 'Failed again and again',
};

/** What a reader can do about a failure, by its state. */
const REMEDIES: Record<string, string> = {
  could_not_determine_default_branch: 'Push a first commit, or set a default branch at the code host, and retry.',
  unable_to_acquire_connection:
    'Give a connection access to the repo at the code host, or provision another, and retry.',
  unable_to_import_no_quota: 'Wait until the code host’s limit resets, or provision further connections.',
  unable_to_import_no_repo: 'Check the path as the code host writes it, and that the connection may see the repo.',
  unable_to_import_too_many_attempts: 'Retry; if it fails again, the log of the imports worker has the cause.',
};

export const sayStatus = (status: string): string => WORDS[status] ?? status.replaceAll('_', ' ');

export const whatToDo = ({ import_status: status }: ImportedRepo): string => REMEDIES[status] ?? 'Retry.';

export const isUnderWay = (repo: ImportedRepo): boolean =>
  repo.error_em === null && !['processing_completed', 'offered_pending_acceptance'].includes(repo.import_status);

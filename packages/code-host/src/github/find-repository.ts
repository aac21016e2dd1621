import { type Asked, notFound } from '../server/route.ts';
import type { Repository } from '../store/data-folder.ts';
import type { IssueRecord, PullRequestRecord } from '../store/records.ts';

export function repositoryAsked(asked: Asked): Repository {
  const found = asked.data.repository(asked.params.owner ?? '', asked.params.repo ?? '');
  if (!found) throw notFound();
  return found;
}

export function pullRequestAsked(asked: Asked, repo: Repository): PullRequestRecord {
  const found = repo.record.pull_requests.find((pull) => String(pull.number) === asked.params.number);
  if (!found) throw notFound();
  return found;
}

/** An issue or, since they share their numbers, a pull request. */
export function issueAsked(asked: Asked, repo: Repository): IssueRecord | PullRequestRecord {
  const all = [...repo.record.issues, ...repo.record.pull_requests];
  const found = all.find((issue) => String(issue.number) === asked.params.number);
  if (!found) throw notFound();
  return found;
}

import type { Author } from '../domain/line-history/describe-entry.ts';
import type { RepoSnapshot } from '../store/repo-snapshots.ts';
import type { EntryDetails } from './entry-details.ts';

/** A person is shown under their primary identity, and their commits under all of them are counted. */
export function authorOf(commit: number, { graph, people }: RepoSnapshot, details: EntryDetails): Author {
  const { sha, committerId } = graph.at(commit);
  const person = people.personOf(committerId);
  const shown = details.commits.get(sha);
  const counts = people.identitiesOf(committerId).map((id) => graph.commitCounts.get(id) ?? 0);
  return {
    avatar_url: people.avatarOf(committerId),
    commits_in_repo: counts.reduce((sum, count) => sum + count, 0),
    email: shown?.author_email ?? person?.email ?? '',
    full_name: person?.fullName || (shown?.author_name ?? ''),
    user_name: person?.userName || (shown?.author_name ?? ''),
  };
}

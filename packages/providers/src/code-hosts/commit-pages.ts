import type { CommitAuthor } from '../facts.ts';
import type { AuthoredCommit } from './code-host.ts';

/** Newest commits are where most authors are; who is in none of these pages is asked for another time. */
const mostPages = 10;

/** Accounts from a host that lists commits: its newest pages, until every author was seen. */
export async function* authorsInPages<P>(
  pages: AsyncIterable<P>,
  read: (page: P) => { email: string | null; author: CommitAuthor | null }[],
  commits: readonly AuthoredCommit[],
): AsyncGenerator<CommitAuthor[]> {
  const wanted = new Set(commits.map(({ email }) => email.toLowerCase()));
  if (wanted.size === 0) return;
  let count = 0;
  for await (const page of pages) {
    const found = read(page).filter(({ email }) => email !== null && wanted.delete(email.toLowerCase()));
    yield found.flatMap(({ author }) => author ?? []);
    count += 1;
    if (wanted.size === 0 || count >= mostPages) return;
  }
}

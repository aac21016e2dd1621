import type { CommitFact } from '@linescope/git-engine/facts';
import { askGit } from '@linescope/git-engine/git/run-git';
import { type Mailmap, parseMailmap } from '@linescope/source-reading/mailmap';
import type { Context } from '../context.ts';

const CHUNK = 500;

export interface Authors {
  /** Looks up the authors of these commits, asking developers-teams once for each new identity; earlier commits are dropped. */
  load(commits: readonly CommitFact[]): Promise<void>;
  committerOf(sha: string): number;
}

interface Seen {
  name: string;
  email: string;
  authoredAt: number;
  committedAt: number;
}

/** The committers of a repo's authors. Each person is looked up once a run, with the newest times of their commits. */
export function createAuthors(
  context: Context,
  entityId: number,
  { repoId, gitProviderEm }: { repoId: number; gitProviderEm: string },
  mailmap: Mailmap,
): Authors {
  const committerByIdentity = new Map<string, number>();
  const committerBySha = new Map<string, number>();
  const keyOf = (name: string, email: string): string => `${email.toLowerCase()}\0${email === '' ? name : ''}`;

  return {
    async load(commits) {
      const fresh = new Map<string, Seen>();
      const keys = commits.map((commit) => keyOf(commit.authorName, commit.authorEmail));
      for (const [index, commit] of commits.entries()) {
        const key = keys[index] ?? '';
        const seen = fresh.get(key);
        if (seen) {
          seen.authoredAt = Math.max(seen.authoredAt, commit.authoredAt);
          seen.committedAt = Math.max(seen.committedAt, commit.committedAt);
        } else if (!committerByIdentity.has(key)) {
          fresh.set(key, {
            name: commit.authorName,
            email: commit.authorEmail,
            authoredAt: commit.authoredAt,
            committedAt: commit.committedAt,
          });
        }
      }
      const entries = [...fresh];
      for (let start = 0; start < entries.length; start += CHUNK) {
        const chunk = entries.slice(start, start + CHUNK);
        const { identityIds } = await context.developersTeams.resolveIdentities(
          { entityId, repoId, identities: chunk.map(([, seen]) => describe(seen, gitProviderEm, mailmap)) },
          { deadlineMs: 30_000 },
        );
        for (const [index, [key]] of chunk.entries()) committerByIdentity.set(key, identityIds[index] ?? 0);
      }
      committerBySha.clear();
      for (const [index, commit] of commits.entries())
        committerBySha.set(commit.sha, committerByIdentity.get(keys[index] ?? '') ?? 0);
    },
    committerOf: (sha) => committerBySha.get(sha) ?? 0,
  };
}

function describe(seen: Seen, gitProviderEm: string, mailmap: Mailmap) {
  const canonical = mailmap.resolve(seen.name, seen.email);
  return {
    name: seen.name,
    email: seen.email,
    gitProviderEm,
    canonicalName: canonical.name === seen.name ? '' : canonical.name,
    canonicalEmail: canonical.email.toLowerCase() === seen.email.toLowerCase() ? '' : canonical.email,
    lastAuthoredAt: new Date(seen.authoredAt * 1000).toISOString(),
    lastCommittedAt: new Date(seen.committedAt * 1000).toISOString(),
  };
}

const MAILMAP_LIMIT = 4 * 1024 * 1024;

/** The mailmap of the default branch's tip; none is an empty one. */
export async function readMailmap(gitDir: string, tip: string): Promise<Mailmap> {
  const bytes = await askGit({ gitDir, args: ['cat-file', 'blob', `${tip}:.mailmap`] }).catch(() => Buffer.alloc(0));
  return parseMailmap(bytes.length > MAILMAP_LIMIT ? Buffer.alloc(0) : bytes);
}

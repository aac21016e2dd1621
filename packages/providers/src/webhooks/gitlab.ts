import { GITLAB } from '@linescope/contract/vendors';
import { z } from 'zod';
import { approvalFact, commentFact, personOf, pullRequestFact } from '../code-hosts/gitlab/derive.ts';
import { issueFact } from '../code-hosts/gitlab/derive-issues.ts';
import type { Fact } from '../facts.ts';
import { hostId } from '../reading/host-id.ts';
import { instant, maybeInstant, maybeText } from '../reading/instant.ts';
import { type HookDeriver, pushFact } from './hook.ts';

const project = z.object({ path_with_namespace: z.string() });
const user = z.object({ id: hostId, username: maybeText.optional(), name: maybeText.optional() });

const push = z.object({
  project,
  ref: z.string(),
  before: maybeText,
  after: maybeText,
  checkout_sha: maybeText.optional(),
});

const mergeRequest = z.object({
  project,
  user,
  object_attributes: z.object({
    id: hostId,
    iid: z.number(),
    title: z.string(),
    description: maybeText.optional(),
    state: z.string(),
    action: maybeText.optional(),
    draft: z.boolean().nullish(),
    source_branch: z.string(),
    target_branch: z.string(),
    author_id: hostId,
    created_at: instant,
    updated_at: instant,
    merge_commit_sha: maybeText.optional(),
    squash_commit_sha: maybeText.optional(),
    last_commit: z.object({ id: z.string() }).nullish(),
    url: maybeText.optional(),
  }),
});

const note = z.object({
  project,
  user,
  merge_request: z.object({ iid: z.number() }).nullish(),
  object_attributes: z.object({
    id: hostId,
    note: maybeText.optional(),
    resolved_at: maybeInstant.optional(),
    created_at: instant,
    updated_at: maybeInstant.optional(),
    system: z.boolean().nullish(),
    position: z
      .object({
        new_path: maybeText.optional(),
        old_path: maybeText.optional(),
        new_line: z.number().nullish(),
        old_line: z.number().nullish(),
        head_sha: maybeText.optional(),
      })
      .nullish(),
  }),
});

const issue = z.object({
  project,
  user,
  assignees: z.array(user).nullish(),
  labels: z.array(z.object({ title: z.string() })).nullish(),
  object_attributes: z.object({
    id: hostId,
    iid: z.number(),
    title: z.string(),
    state: z.string(),
    type: maybeText.optional(),
    weight: z.number().nullish(),
    author_id: hostId,
    created_at: instant,
    updated_at: instant,
    closed_at: maybeInstant.optional(),
    url: maybeText.optional(),
  }),
});

const release = z.object({
  project,
  id: hostId,
  name: maybeText,
  tag: z.string(),
  action: z.string(),
  created_at: instant,
  released_at: maybeInstant,
});

function pushFacts(body: unknown): Fact[] {
  const { project: repo, ref, before, after, checkout_sha } = push.parse(body);
  const pushed = pushFact(GITLAB, repo.path_with_namespace, ref, before, after);
  if (!ref.startsWith('refs/tags/') || pushed.afterSha === null) return [pushed];
  const name = ref.slice('refs/tags/'.length);
  const sha = checkout_sha ?? pushed.afterSha;
  return [pushed, { fact: 'tag', host: GITLAB, repoPath: repo.path_with_namespace, name, sha, taggedAt: null }];
}

type Person = z.output<typeof user>;
/** Messages name the author by id only, and in full just the one who acted. */
const authorOf = (id: string, actor: Person): Person => (actor.id === id ? actor : { id });

/**
 * The message carries no time of closing. At the moment of closing it is the time of the change; a later message about
 * a closed one cannot give it any more, so it only says that something changed.
 */
function mergeRequestFacts(body: unknown): Fact[] {
  const { project: repo, user: actor, object_attributes: given } = mergeRequest.parse(body);
  const repoPath = repo.path_with_namespace;
  const where = { host: GITLAB, repoPath, number: given.iid } as const;
  if (given.action === 'approved' || given.action === 'approval') {
    const reviewer = personOf(actor);
    return reviewer ? [approvalFact(repoPath, given.iid, reviewer, given.updated_at)] : [];
  }
  const merging = given.action === 'merge';
  const closing = given.action === 'close';
  if (given.state !== 'opened' && !merging && !closing) {
    return [{ fact: 'pull_request_changed', ...where, updatedAt: given.updated_at }];
  }
  const read = {
    ...given,
    author: authorOf(given.author_id, actor),
    closed_at: closing ? given.updated_at : null,
    merged_at: merging ? given.updated_at : null,
    sha: given.last_commit?.id ?? null,
    merge_commit_sha: given.merge_commit_sha ?? null,
    squash_commit_sha: given.squash_commit_sha ?? null,
    web_url: given.url ?? null,
  };
  return [pullRequestFact(read, repoPath)];
}

function noteFacts(body: unknown): Fact[] {
  const { project: repo, user: actor, merge_request, object_attributes: given } = note.parse(body);
  if (!merge_request || given.system) return [];
  const read = { ...given, author: actor, body: given.note ?? null, resolved: Boolean(given.resolved_at) };
  return [commentFact(read, merge_request.iid, repo.path_with_namespace, personOf(actor))];
}

function issueFacts(body: unknown): Fact[] {
  const { project: repo, user: actor, assignees, labels, object_attributes: given } = issue.parse(body);
  const read = {
    ...given,
    issue_type: given.type?.toLowerCase() ?? null,
    labels: (labels ?? []).map(({ title }) => title),
    author: authorOf(given.author_id, actor),
    assignees: assignees ?? [],
    web_url: given.url ?? null,
  };
  return [issueFact(read, repo.path_with_namespace)];
}

function releaseFacts(body: unknown): Fact[] {
  const given = release.parse(body);
  const names = { releaseId: given.id, name: given.name, tagName: given.tag };
  const state = { releasedAt: given.released_at, updatedAt: given.released_at ?? given.created_at, draft: false };
  const repoPath = given.project.path_with_namespace;
  return [{ fact: 'release', host: GITLAB, repoPath, ...names, ...state, deleted: given.action === 'delete' }];
}

const derivers = new Map<string, (body: unknown) => Fact[]>([
  ['Push Hook', pushFacts],
  ['Tag Push Hook', pushFacts],
  ['Merge Request Hook', mergeRequestFacts],
  ['Note Hook', noteFacts],
  ['Issue Hook', issueFacts],
  ['Release Hook', releaseFacts],
]);

export const gitlabHook: HookDeriver = {
  event: (headers) => headers.get('x-gitlab-event'),
  delivery: (headers) => headers.get('x-gitlab-event-uuid'),
  derive: (event, body) => derivers.get(event)?.(body) ?? null,
};

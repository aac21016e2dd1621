import { BITBUCKET } from '@linescope/contract/vendors';
import { z } from 'zod';
import {
  commentFact,
  issueFact,
  pullRequestFact,
  stateOf,
  transitionFact,
  verdictFact,
} from '../code-hosts/bitbucket/derive.ts';
import { accountSchema, commentSchema, issueSchema, pullSchema } from '../code-hosts/bitbucket/schemas.ts';
import type { Fact } from '../facts.ts';
import { instant, maybeInstant } from '../reading/instant.ts';
import { type HookDeriver, pushFact } from './hook.ts';

const repository = z.object({ full_name: z.string() });
const target = z.object({ hash: z.string(), date: maybeInstant.optional() });
const tip = z.object({ type: z.string(), name: z.string(), target }).nullish();

const push = z.object({ repository, push: z.object({ changes: z.array(z.object({ old: tip, new: tip })) }) });
const pullEvent = z.object({ repository, pullrequest: pullSchema });
const verdict = z.object({ date: instant, user: accountSchema });
const about = z.object({ id: z.number() });

function pushFacts(body: unknown): Fact[] {
  const { repository: repo, push: input } = push.parse(body);
  return input.changes.flatMap((change): Fact[] => {
    const side = change.new ?? change.old;
    if (!side) return [];
    const isTag = side.type === 'tag';
    const ref = `refs/${isTag ? 'tags' : 'heads'}/${side.name}`;
    const pushed = pushFact(BITBUCKET, repo.full_name, ref, change.old?.target.hash, change.new?.target.hash);
    if (!isTag || !change.new) return [pushed];
    const { hash: sha, date } = change.new.target;
    return [
      pushed,
      { fact: 'tag', host: BITBUCKET, repoPath: repo.full_name, name: side.name, sha, taggedAt: date ?? null },
    ];
  });
}

function pullFacts(body: unknown): Fact[] {
  const { repository: repo, pullrequest } = pullEvent.parse(body);
  return [pullRequestFact(pullrequest, repo.full_name)];
}

/** The message of a closing is the moment of it. */
function closingFacts(body: unknown): Fact[] {
  const { repository: repo, pullrequest } = pullEvent.parse(body);
  const closing = transitionFact(repo.full_name, pullrequest.id, stateOf(pullrequest.state), pullrequest.updated_on);
  return [pullRequestFact(pullrequest, repo.full_name), closing];
}

function verdictFacts(kind: 'approved' | 'changes_requested', field: string) {
  return (body: unknown): Fact[] => {
    const input = z.object({ repository, pullrequest: about, [field]: verdict }).parse(body);
    const given = verdict.parse(input[field]);
    return [verdictFact(kind, about.parse(input.pullrequest).id, repository.parse(input.repository).full_name, given)];
  };
}

function commentFacts(deleted: boolean) {
  return (body: unknown): Fact[] => {
    const input = z.object({ repository, pullrequest: about, comment: commentSchema }).parse(body);
    const fact = commentFact(input.comment, input.pullrequest.id, input.repository.full_name);
    return [{ ...fact, deleted: deleted || fact.deleted }];
  };
}

function issueFacts(body: unknown): Fact[] {
  const { repository: repo, issue } = z.object({ repository, issue: issueSchema }).parse(body);
  return [issueFact(issue, repo.full_name)];
}

const derivers = new Map<string, (body: unknown) => Fact[]>([
  ['repo:push', pushFacts],
  ['pullrequest:created', pullFacts],
  ['pullrequest:updated', pullFacts],
  ['pullrequest:fulfilled', closingFacts],
  ['pullrequest:rejected', closingFacts],
  ['pullrequest:approved', verdictFacts('approved', 'approval')],
  ['pullrequest:changes_request_created', verdictFacts('changes_requested', 'changes_request')],
  ['pullrequest:comment_created', commentFacts(false)],
  ['pullrequest:comment_updated', commentFacts(false)],
  ['pullrequest:comment_deleted', commentFacts(true)],
  ['issue:created', issueFacts],
  ['issue:updated', issueFacts],
]);

export const bitbucketHook: HookDeriver = {
  event: (headers) => headers.get('x-event-key'),
  delivery: (headers) => headers.get('x-request-uuid'),
  derive: (event, body) => derivers.get(event)?.(body) ?? null,
};

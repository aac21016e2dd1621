import { BITBUCKET_SERVER } from '@linescope/contract/vendors';
import { z } from 'zod';
import { commentFacts, personOf, pullRequestFact, reviewFact } from '../code-hosts/bitbucket-server/derive.ts';
import { commentSchema, pullSchema, userSchema } from '../code-hosts/bitbucket-server/schemas.ts';
import type { Fact, ReviewFact } from '../facts.ts';
import { hostId } from '../reading/host-id.ts';
import { instant } from '../reading/instant.ts';
import { type HookDeriver, pushFact } from './hook.ts';

const repository = z.object({ slug: z.string(), project: z.object({ key: z.string() }) });
const pullRequest = pullSchema.extend({ toRef: pullSchema.shape.toRef.extend({ repository }) });
type Repository = z.output<typeof repository>;
const pathOf = ({ project, slug }: Repository): string => `${project.key}/${slug}`;

const push = z.object({
  repository,
  changes: z.array(z.object({ refId: z.string(), fromHash: z.string(), toHash: z.string() })),
});

const anchor = z
  .object({
    path: z.string().nullish(),
    line: z.number().nullish(),
    fileType: z.string().nullish(),
    toHash: z.string().nullish(),
  })
  .nullish();

function pushFacts(body: unknown): Fact[] {
  const given = push.parse(body);
  const repoPath = pathOf(given.repository);
  return given.changes.flatMap(({ refId, fromHash, toHash }): Fact[] => {
    const pushed = pushFact(BITBUCKET_SERVER, repoPath, refId, fromHash, toHash);
    if (!refId.startsWith('refs/tags/') || pushed.afterSha === null) return [pushed];
    const name = refId.slice('refs/tags/'.length);
    return [pushed, { fact: 'tag', host: BITBUCKET_SERVER, repoPath, name, sha: pushed.afterSha, taggedAt: null }];
  });
}

function pullFacts(body: unknown): Fact[] {
  const given = z.object({ pullRequest }).parse(body).pullRequest;
  return [pullRequestFact(given, pathOf(given.toRef.repository))];
}

function reviewFacts(verdict: ReviewFact['verdict']) {
  return (body: unknown): Fact[] => {
    const given = z.object({ date: instant, participant: z.object({ user: userSchema }), pullRequest }).parse(body);
    const repoPath = pathOf(given.pullRequest.toRef.repository);
    return [reviewFact(repoPath, given.pullRequest.id, verdict, personOf(given.participant.user), given.date)];
  };
}

function noteFacts(deleted: boolean) {
  return (body: unknown): Fact[] => {
    const given = z
      .object({ pullRequest, comment: commentSchema, commentParentId: hostId.nullish() })
      .and(z.object({ comment: z.object({ anchor }) }))
      .parse(body);
    const { id, toRef } = given.pullRequest;
    const parent = given.commentParentId ?? null;
    return commentFacts(given.comment, given.comment.anchor, id, pathOf(toRef.repository), parent).map((fact) => ({
      ...fact,
      deleted,
    }));
  };
}

const derivers = new Map<string, (body: unknown) => Fact[]>([
  ['repo:refs_changed', pushFacts],
  ['pr:opened', pullFacts],
  ['pr:modified', pullFacts],
  ['pr:from_ref_updated', pullFacts],
  ['pr:merged', pullFacts],
  ['pr:declined', pullFacts],
  ['pr:reviewer:approved', reviewFacts('approved')],
  ['pr:reviewer:needs_work', reviewFacts('changes_requested')],
  ['pr:reviewer:unapproved', reviewFacts('dismissed')],
  ['pr:comment:added', noteFacts(false)],
  ['pr:comment:edited', noteFacts(false)],
  ['pr:comment:deleted', noteFacts(true)],
]);

export const bitbucketServerHook: HookDeriver = {
  event: (headers) => headers.get('x-event-key'),
  delivery: (headers) => headers.get('x-request-id'),
  derive: (event, body) => derivers.get(event)?.(body) ?? null,
};

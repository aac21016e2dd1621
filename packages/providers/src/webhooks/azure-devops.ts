import { AZURE_DEVOPS, AZURE_DEVOPS_SERVER } from '@linescope/contract/vendors';
import { z } from 'zod';
import { personOf, pullRequestFact, type SuiteName } from '../code-hosts/azure-devops/derive.ts';
import { workItemFacts } from '../code-hosts/azure-devops/derive-work-items.ts';
import { identitySchema, pullSchema, workItemSchema } from '../code-hosts/azure-devops/schemas.ts';
import type { Fact } from '../facts.ts';
import { instant, maybeInstant, maybeText } from '../reading/instant.ts';
import { type HookDeriver, pushFact } from './hook.ts';

const repository = z.object({ name: z.string(), project: z.object({ name: z.string() }) });
const envelope = z.object({
  id: maybeText.optional(),
  eventType: maybeText.optional(),
  createdDate: maybeInstant.optional(),
});

const push = z.object({
  resource: z.object({
    repository,
    refUpdates: z.array(z.object({ name: z.string(), oldObjectId: maybeText, newObjectId: maybeText })),
  }),
});
const pullEvent = z.object({ createdDate: instant, resource: pullSchema.extend({ repository }) });
const comment = z.object({
  id: z.number(),
  parentCommentId: z.number().nullish(),
  author: identitySchema,
  publishedDate: instant,
  lastUpdatedDate: maybeInstant.optional(),
  isDeleted: z.boolean().nullish(),
  _links: z.object({ threads: z.object({ href: z.string() }).nullish() }).nullish(),
});
const commentEvent = z.object({
  resource: z.object({ comment, pullRequest: z.object({ pullRequestId: z.number(), repository }) }),
});
/** A created item is the resource itself; an updated one stands in its revision. */
const workItemEvent = z.object({
  resource: z.union([z.object({ revision: workItemSchema }).transform(({ revision }) => revision), workItemSchema]),
});

const projectFields = z.object({
  fields: z.object({ 'System.TeamProject': z.string().nullish().catch(null) }).nullish(),
});
/** Work items belong to a project, and so to every repo of it. */
const ofProject = z.object({ resource: projectFields.extend({ revision: projectFields.nullish() }) });

type Where = { host: SuiteName; organization: string };
const pathOf = ({ name, project }: z.output<typeof repository>, { organization }: Where): string =>
  `${organization}/${project.name}/${name}`;

function pushFacts(body: unknown, where: Where): Fact[] {
  const { resource } = push.parse(body);
  const repoPath = pathOf(resource.repository, where);
  return resource.refUpdates.map(({ name, oldObjectId, newObjectId }) =>
    pushFact(where.host, repoPath, name, oldObjectId, newObjectId),
  );
}

function pullFacts(body: unknown, where: Where): Fact[] {
  const { resource, createdDate } = pullEvent.parse(body);
  return [pullRequestFact(resource, where.host, pathOf(resource.repository, where), createdDate)];
}

/** The message does not give the thread's place in the file: the next reading of the threads does. */
function commentFacts(body: unknown, where: Where): Fact[] {
  const { comment: given, pullRequest } = commentEvent.parse(body).resource;
  const key = { host: where.host, repoPath: pathOf(pullRequest.repository, where), number: pullRequest.pullRequestId };
  const updatedAt = given.lastUpdatedDate ?? given.publishedDate;
  return [{ fact: 'pull_request_changed', ...key, updatedAt }];
}

const derivers = new Map<string, (body: unknown, where: Where) => Fact[]>([
  ['git.push', pushFacts],
  ['git.pullrequest.created', pullFacts],
  ['git.pullrequest.updated', pullFacts],
  ['git.pullrequest.merged', pullFacts],
  ['ms.vss-code.git-pullrequest-comment-event', commentFacts],
  ['workitem.created', (body, { host }) => workItemFacts(workItemEvent.parse(body).resource, host, personOf)],
  ['workitem.updated', (body, { host }) => workItemFacts(workItemEvent.parse(body).resource, host, personOf)],
]);

export const azureDevopsHook: HookDeriver = {
  event: (_headers, body) => envelope.safeParse(body).data?.eventType ?? null,
  delivery: (_headers, body) => envelope.safeParse(body).data?.id ?? null,
  scope: (body, { organization }) => {
    const { resource } = ofProject.safeParse(body).data ?? {};
    const project = (resource?.revision ?? resource)?.fields?.['System.TeamProject'];
    return organization && project ? `${organization}/${project}/` : null;
  },
  derive: (event, body, context, host) => {
    const suite: SuiteName = host === AZURE_DEVOPS_SERVER ? host : AZURE_DEVOPS;
    return derivers.get(event)?.(body, { host: suite, organization: context.organization ?? '' }) ?? null;
  },
};

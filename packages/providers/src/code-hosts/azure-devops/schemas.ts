import { z } from 'zod';
import { instant, maybeInstant, maybeText } from '../../reading/instant.ts';

export const listSchema = <S extends z.ZodType>(item: S) => z.object({ value: z.array(item) });

export const identitySchema = z
  .object({
    id: maybeText.optional(),
    displayName: maybeText.optional(),
    uniqueName: maybeText.optional(),
    descriptor: maybeText.optional(),
    isContainer: z.boolean().nullish(),
    imageUrl: maybeText.optional(),
  })
  .nullish();

export const connectionSchema = z.object({
  authenticatedUser: z.object({
    id: z.string(),
    providerDisplayName: maybeText.optional(),
    customDisplayName: maybeText.optional(),
    properties: z.object({ Account: z.object({ $value: maybeText.optional() }).nullish() }).nullish(),
  }),
});

export const projectsSchema = listSchema(
  z.object({ id: z.string(), name: z.string(), visibility: maybeText.optional() }),
);

export const repositorySchema = z.object({
  id: z.string(),
  name: z.string(),
  project: z.object({ name: z.string(), visibility: maybeText.optional() }),
  defaultBranch: maybeText.optional(),
  remoteUrl: maybeText.optional(),
  webUrl: maybeText.optional(),
  isDisabled: z.boolean().nullish(),
  isFork: z.boolean().nullish(),
});
export const repositoriesSchema = listSchema(repositorySchema);

const commitRef = z.object({ commitId: maybeText.optional() }).nullish();

export const pullSchema = z.object({
  pullRequestId: z.number(),
  title: z.string(),
  description: maybeText.optional(),
  status: z.string(),
  isDraft: z.boolean().nullish(),
  createdBy: identitySchema,
  creationDate: instant,
  closedDate: maybeInstant.optional(),
  sourceRefName: z.string(),
  targetRefName: z.string(),
  lastMergeSourceCommit: commitRef,
  lastMergeCommit: commitRef,
  completionOptions: z.object({ mergeStrategy: maybeText.optional(), squashMerge: z.boolean().nullish() }).nullish(),
});
export const pullsSchema = listSchema(pullSchema);

const property = z.object({ $value: z.union([z.string(), z.number()]).nullish() }).nullish();
const position = z.object({ line: z.number().nullish() }).nullish();

export const threadSchema = z.object({
  id: z.number(),
  isDeleted: z.boolean().nullish(),
  status: maybeText.optional(),
  publishedDate: maybeInstant.optional(),
  threadContext: z
    .object({ filePath: maybeText.optional(), rightFileStart: position, leftFileStart: position })
    .nullish(),
  properties: z
    .object({
      CodeReviewThreadType: property,
      CodeReviewVoteResult: property,
      CodeReviewVotedByIdentity: property,
    })
    .nullish(),
  identities: z.record(z.string(), identitySchema).nullish(),
  comments: z.array(
    z.object({
      id: z.number(),
      parentCommentId: z.number().nullish(),
      author: identitySchema,
      content: maybeText.optional(),
      commentType: maybeText.optional(),
      publishedDate: instant,
      lastUpdatedDate: maybeInstant.optional(),
      isDeleted: z.boolean().nullish(),
    }),
  ),
});
export const threadsSchema = listSchema(threadSchema);

export const commitsSchema = listSchema(
  z.object({ commitId: z.string(), author: z.object({ date: maybeInstant.optional() }).nullish() }),
);

export const refsSchema = listSchema(
  z.object({ name: z.string(), objectId: z.string(), peeledObjectId: maybeText.optional() }),
);

export const queryResultSchema = z.object({ workItems: z.array(z.object({ id: z.number() })) });

/** Webhooks write a person as text: `Name <address>`. */
const writtenIdentity = z.union([
  identitySchema,
  z.string().transform((text) => {
    const open = text.endsWith('>') ? text.indexOf('<') : -1;
    if (open === -1 || open === text.length - 2) return { displayName: text, uniqueName: null };
    return { displayName: text.slice(0, open).trimEnd(), uniqueName: text.slice(open + 1, -1) };
  }),
]);

export const workItemSchema = z.object({
  id: z.number(),
  fields: z.object({
    'System.Title': z.string(),
    'System.WorkItemType': z.string(),
    'System.State': z.string(),
    'System.CreatedDate': instant,
    'System.ChangedDate': instant,
    'System.CreatedBy': writtenIdentity,
    'System.AssignedTo': writtenIdentity,
    'System.Tags': maybeText.optional(),
    'System.Parent': z.number().nullish(),
    'Microsoft.VSTS.Common.Priority': z.number().nullish(),
    'Microsoft.VSTS.Common.ActivatedDate': maybeInstant.optional(),
    'Microsoft.VSTS.Common.ClosedDate': maybeInstant.optional(),
    'Microsoft.VSTS.Scheduling.StoryPoints': z.number().nullish(),
  }),
  url: maybeText.optional(),
});
export const workItemsSchema = listSchema(workItemSchema);
export const workItemFields = Object.keys(workItemSchema.shape.fields.shape);

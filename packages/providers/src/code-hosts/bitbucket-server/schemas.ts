import { z } from 'zod';
import { hostId } from '../../reading/host-id.ts';
import { instant, maybeInstant, maybeText } from '../../reading/instant.ts';

export const pageSchema = <S extends z.ZodType>(item: S) =>
  z.object({ values: z.array(item), isLastPage: z.boolean(), nextPageStart: z.number().nullish() });

export const userSchema = z
  .object({
    id: hostId.nullish(),
    name: maybeText.optional(),
    slug: maybeText.optional(),
    displayName: maybeText.optional(),
    emailAddress: maybeText.optional(),
    type: maybeText.optional(),
  })
  .nullish();
export const usersSchema = pageSchema(userSchema);

export const projectsSchema = pageSchema(
  z.object({ id: hostId.nullish(), key: z.string(), name: maybeText.optional() }),
);

export const repositorySchema = z.object({
  id: hostId,
  slug: z.string(),
  name: z.string(),
  archived: z.boolean().nullish(),
  public: z.boolean().nullish(),
  origin: z.unknown().optional(),
  project: z.object({ key: z.string() }),
  links: z.object({
    clone: z.array(z.object({ href: z.string(), name: z.string() })).nullish(),
    self: z.array(z.object({ href: maybeText.optional() })).nullish(),
  }),
});
export const repositoriesSchema = pageSchema(repositorySchema);

/** An empty repository answers 204, with no body at all. */
export const branchSchema = z.object({ displayId: z.string() }).nullable();

const refSchema = z.object({ displayId: z.string(), latestCommit: maybeText.optional() });

export const pullSchema = z.object({
  id: z.number(),
  title: z.string(),
  description: maybeText.optional(),
  state: z.string(),
  draft: z.boolean().nullish(),
  createdDate: instant,
  updatedDate: instant,
  closedDate: maybeInstant.optional(),
  fromRef: refSchema,
  toRef: refSchema,
  author: z.object({ user: userSchema }).nullish(),
  properties: z.object({ mergeCommit: z.object({ id: maybeText.optional() }).nullish() }).nullish(),
  links: z.object({ self: z.array(z.object({ href: maybeText.optional() })).nullish() }).nullish(),
});
export const pullsSchema = pageSchema(pullSchema);

export const commitsSchema = pageSchema(
  z.object({
    id: z.string(),
    authorTimestamp: maybeInstant.optional(),
    /** The account where the host has one for the email, else only what git wrote. */
    author: userSchema.optional(),
  }),
);

export type Comment = {
  id: string;
  author?: z.output<typeof userSchema>;
  text?: string | null | undefined;
  threadResolved?: boolean | null | undefined;
  createdDate: string;
  updatedDate?: string | null | undefined;
  comments?: Comment[] | null | undefined;
};

/** Answers nest inside the comment that they answer. */
export const commentSchema: z.ZodType<Comment> = z.lazy(() =>
  z.object({
    id: hostId,
    author: userSchema,
    text: maybeText.optional(),
    threadResolved: z.boolean().nullish(),
    createdDate: instant,
    updatedDate: maybeInstant.optional(),
    comments: z.array(commentSchema).nullish(),
  }),
);

const anchorSchema = z
  .object({
    path: z.union([z.string(), z.object({ components: z.array(z.string()) })]).nullish(),
    line: z.number().nullish(),
    fileType: maybeText.optional(),
    toHash: maybeText.optional(),
  })
  .nullish();

export const activitySchema = z.object({
  id: hostId,
  action: z.string(),
  createdDate: instant,
  user: userSchema,
  comment: commentSchema.nullish(),
  commentAnchor: anchorSchema,
  commit: z.object({ id: maybeText.optional() }).nullish(),
});
export const activitiesSchema = pageSchema(activitySchema);

/** A tag may be of a file or a tree: it has no commit. */
export const tagsSchema = pageSchema(z.object({ displayId: z.string(), latestCommit: maybeText.optional() }));

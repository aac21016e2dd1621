import { z } from 'zod';
import { hostId } from '../../reading/host-id.ts';
import { instant, maybeInstant, maybeText } from '../../reading/instant.ts';

export const pageSchema = <S extends z.ZodType>(item: S) =>
  z.object({ values: z.array(item), next: maybeText.optional() });

const avatarLinks = z.object({ avatar: z.object({ href: maybeText.optional() }).nullish() }).nullish();

export const accountSchema = z
  .object({
    uuid: maybeText.optional(),
    account_id: maybeText.optional(),
    nickname: maybeText.optional(),
    display_name: maybeText.optional(),
    /** `user`, or `team`, `app_user` and the like. */
    type: maybeText.optional(),
    links: avatarLinks,
  })
  .nullish();

export const emailsSchema = pageSchema(
  z.object({ email: z.string(), is_primary: z.boolean(), is_confirmed: z.boolean() }),
);

const workspace = z.object({ uuid: z.string(), slug: z.string(), name: maybeText.optional(), links: avatarLinks });
/** The newer list wraps each workspace with what the user may do there. */
export const workspacesSchema = pageSchema(
  z.union([z.object({ workspace }).transform((access) => access.workspace), workspace]),
);

const cloneLinks = z.object({
  html: z.object({ href: maybeText.optional() }).nullish(),
  clone: z.array(z.object({ href: z.string(), name: z.string() })).nullish(),
});

export const repositorySchema = z.object({
  uuid: z.string(),
  name: z.string(),
  full_name: z.string(),
  is_private: z.boolean(),
  parent: z.unknown().optional(),
  mainbranch: z.object({ name: maybeText.optional() }).nullish(),
  updated_on: maybeInstant.optional(),
  links: cloneLinks,
});
export const repositoriesSchema = pageSchema(repositorySchema);

const endpointSchema = z.object({
  branch: z.object({ name: maybeText.optional() }).nullish(),
  commit: z.object({ hash: maybeText.optional() }).nullish(),
});

export const pullSchema = z.object({
  id: z.number(),
  title: z.string(),
  /** Lists name it so, messages otherwise. */
  summary: z.object({ raw: maybeText.optional() }).nullish(),
  description: maybeText.optional(),
  state: z.string(),
  draft: z.boolean().nullish(),
  author: accountSchema,
  source: endpointSchema,
  destination: endpointSchema,
  merge_commit: z.object({ hash: maybeText.optional() }).nullish(),
  created_on: instant,
  updated_on: instant,
  links: z.object({ html: z.object({ href: maybeText.optional() }).nullish() }).nullish(),
});
export const pullsSchema = pageSchema(pullSchema);

export const commitsSchema = pageSchema(
  z.object({
    hash: z.string(),
    date: maybeInstant.optional(),
    /** As git wrote it, `Name <email>`, and whose account the host takes it for. */
    author: z.object({ raw: maybeText.optional(), user: accountSchema }).nullish(),
  }),
);

export const commentSchema = z.object({
  id: hostId,
  user: accountSchema,
  content: z.object({ raw: maybeText.optional() }).nullish(),
  resolution: z.object({}).nullish().catch(null),
  created_on: instant,
  updated_on: maybeInstant.optional(),
  deleted: z.boolean().nullish(),
  inline: z.object({ path: z.string(), from: z.number().nullish(), to: z.number().nullish() }).nullish(),
  parent: z.object({ id: hostId }).nullish(),
});

const verdict = z.object({ date: instant, user: accountSchema }).nullish();

export const activitySchema = pageSchema(
  z.object({
    pull_request: z.object({ id: z.number() }),
    update: z.object({ state: z.string(), date: instant }).nullish(),
    approval: verdict,
    changes_requested: verdict,
    comment: commentSchema.nullish(),
  }),
);

/** A tag may be of a file or a tree: it has no commit. */
export const tagsSchema = pageSchema(
  z.object({
    name: z.string(),
    date: maybeInstant.optional(),
    target: z.object({ hash: maybeText.optional(), date: maybeInstant.optional() }).nullish(),
  }),
);

export const issueSchema = z.object({
  id: z.number(),
  title: z.string(),
  state: z.string(),
  kind: maybeText.optional(),
  priority: maybeText.optional(),
  reporter: accountSchema,
  assignee: accountSchema,
  created_on: instant,
  updated_on: maybeInstant.optional(),
  links: z.object({ html: z.object({ href: maybeText.optional() }).nullish() }).nullish(),
});
export const issuesSchema = pageSchema(issueSchema);

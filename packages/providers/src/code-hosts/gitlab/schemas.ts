import { z } from 'zod';
import { hostId } from '../../reading/host-id.ts';
import { instant, maybeInstant, maybeText } from '../../reading/instant.ts';

export const personSchema = z
  .object({
    id: hostId.nullish(),
    username: maybeText.optional(),
    name: maybeText.optional(),
    bot: z.boolean().nullish(),
    avatar_url: maybeText.optional(),
  })
  .nullish();

export const viewerSchema = z.object({
  id: hostId,
  username: z.string(),
  name: maybeText,
  email: maybeText.optional(),
  avatar_url: maybeText.optional(),
});

export const tokenSchema = z.object({ scopes: z.array(z.string()).nullish(), expires_at: maybeInstant.optional() });

export const groupsSchema = z.array(
  z.object({ id: hostId, full_path: z.string(), name: z.string(), avatar_url: maybeText.optional() }),
);

export const projectSchema = z.object({
  id: hostId,
  name: z.string(),
  path: z.string(),
  path_with_namespace: z.string(),
  default_branch: maybeText.optional(),
  visibility: maybeText.optional(),
  archived: z.boolean().nullish(),
  forked_from_project: z.unknown().optional(),
  web_url: z.string(),
  http_url_to_repo: z.string(),
  last_activity_at: maybeInstant.optional(),
});
export const projectsSchema = z.array(projectSchema);

export const mergeRequestSchema = z.object({
  id: hostId,
  iid: z.number(),
  title: z.string(),
  description: maybeText.optional(),
  state: z.string(),
  draft: z.boolean().nullish(),
  source_branch: z.string(),
  target_branch: z.string(),
  author: personSchema,
  created_at: instant,
  updated_at: instant,
  closed_at: maybeInstant,
  merged_at: maybeInstant,
  sha: maybeText,
  merge_commit_sha: maybeText,
  squash_commit_sha: maybeText,
  web_url: maybeText,
});
export const mergeRequestsSchema = z.array(mergeRequestSchema);

export const commitsSchema = z.array(z.object({ id: z.string(), authored_date: maybeInstant.optional() }));

const batchCommit = z.object({
  sha: z.string(),
  authoredDate: maybeInstant,
  authorName: maybeText.optional(),
  authorEmail: maybeText.optional(),
  /** The account that the host knows for the email; its id is written `gid://gitlab/User/3`. */
  author: z.object({ id: z.string(), username: maybeText.optional(), avatarUrl: maybeText.optional() }).nullish(),
});

/** Commits by the names that the query gave them; an older server that lacks a field answers 200 without data. */
export const authorsSchema = z.object({
  data: z
    .object({
      project: z
        .object({
          repository: z.record(z.string(), z.object({ lastCommit: batchCommit.nullish() }).nullable()).nullish(),
        })
        .nullish(),
    })
    .nullish(),
});

export const batchSchema = z.object({
  data: z
    .object({
      project: z
        .object({
          mergeRequests: z.object({
            nodes: z.array(
              z.object({
                iid: hostId,
                diffHeadSha: maybeText,
                updatedAt: instant,
                commits: z
                  .object({
                    pageInfo: z.object({ hasNextPage: z.boolean() }),
                    nodes: z.array(batchCommit),
                  })
                  .nullable(),
              }),
            ),
          }),
        })
        .nullable(),
    })
    .nullish(),
});

const positionSchema = z
  .object({
    new_path: maybeText.optional(),
    old_path: maybeText.optional(),
    new_line: z.number().nullish(),
    old_line: z.number().nullish(),
    head_sha: maybeText.optional(),
  })
  .nullish();

export const eventsSchema = z.array(
  z.object({
    action_name: z.string(),
    target_type: maybeText,
    target_iid: z.number().nullish(),
    created_at: instant,
    author: personSchema,
    note: z
      .object({
        id: hostId,
        author: personSchema,
        body: maybeText.optional(),
        resolved: z.boolean().nullish(),
        created_at: instant,
        updated_at: maybeInstant.optional(),
        system: z.boolean().nullish(),
        noteable_type: maybeText.optional(),
        noteable_iid: z.number().nullish(),
        position: positionSchema,
      })
      .nullish(),
  }),
);

/** A tag may be of a file or a tree, as some of git's and of Linux' are: it has no commit. */
export const tagsSchema = z.array(
  z.object({
    name: z.string(),
    created_at: maybeInstant.optional(),
    commit: z.object({ id: z.string(), committed_date: maybeInstant.optional() }).nullish(),
  }),
);

export const issueSchema = z.object({
  id: hostId,
  iid: z.number(),
  title: z.string(),
  state: z.string(),
  issue_type: maybeText.optional(),
  weight: z.number().nullish(),
  labels: z.array(z.union([z.string(), z.object({ name: z.string() })])),
  author: personSchema,
  assignees: z.array(personSchema).nullish(),
  epic: z.object({ iid: z.number(), group_id: z.number().nullish() }).nullish(),
  created_at: instant,
  updated_at: instant,
  closed_at: maybeInstant.optional(),
  web_url: maybeText,
});
export const issuesSchema = z.array(issueSchema);

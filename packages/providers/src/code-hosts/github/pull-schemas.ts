import { z } from 'zod';
import { hostId } from '../../reading/host-id.ts';
import { instant, maybeInstant, maybeText } from '../../reading/instant.ts';

export const userSchema = z
  .object({
    id: hostId.nullish(),
    login: maybeText,
    name: maybeText.optional(),
    email: maybeText.optional(),
    type: maybeText.optional(),
    avatar_url: maybeText.optional(),
  })
  .nullish();

export const pullSchema = z.object({
  id: hostId,
  node_id: z.string(),
  number: z.number(),
  title: z.string(),
  state: z.string(),
  draft: z.boolean().nullish(),
  user: userSchema,
  created_at: instant,
  updated_at: instant,
  closed_at: maybeInstant,
  merged_at: maybeInstant,
  merge_commit_sha: maybeText,
  head: z.object({ ref: z.string(), sha: z.string() }),
  base: z.object({ ref: z.string(), sha: z.string() }),
  html_url: maybeText,
  body: maybeText.optional(),
});
export const pullsSchema = z.array(pullSchema);

export const reviewSchema = z.object({
  id: hostId,
  user: userSchema,
  state: z.string(),
  submitted_at: maybeInstant,
  commit_id: maybeText.optional(),
});
export const reviewsSchema = z.array(reviewSchema);

export const reviewCommentSchema = z.object({
  id: hostId,
  user: userSchema,
  body: maybeText.optional(),
  created_at: instant,
  updated_at: instant,
  path: maybeText,
  line: z.number().nullish(),
  original_line: z.number().nullish(),
  side: maybeText.optional(),
  original_commit_id: maybeText.optional(),
  in_reply_to_id: hostId.nullish(),
  pull_request_url: z.string(),
});
export const reviewCommentsSchema = z.array(reviewCommentSchema);

export const issueCommentSchema = z.object({
  id: hostId,
  user: userSchema,
  body: maybeText.optional(),
  created_at: instant,
  updated_at: instant,
  html_url: z.string(),
  issue_url: z.string(),
});
export const issueCommentsSchema = z.array(issueCommentSchema);

export const authorSchema = z
  .object({ id: hostId.nullish(), login: maybeText.optional(), avatar_url: maybeText.optional() })
  .nullish()
  .catch(null);

export const commitsSchema = z.array(
  z.object({
    sha: z.string(),
    commit: z.object({
      author: z
        .object({ date: maybeInstant.optional(), name: maybeText.optional(), email: maybeText.optional() })
        .nullish(),
    }),
    author: authorSchema,
  }),
);

/** A tag may be of a file or a tree: it has no commit. */
export const tagsSchema = z.array(
  z.object({ name: z.string(), commit: z.object({ sha: maybeText.optional() }).nullish() }),
);

const actorSchema = z.object({ __typename: z.string(), login: z.string(), databaseId: hostId.nullish() }).nullish();

export const gitActorSchema = z
  .object({
    name: maybeText.optional(),
    email: maybeText.optional(),
    user: z
      .object({ databaseId: hostId.nullish(), login: maybeText.optional(), avatarUrl: maybeText.optional() })
      .nullish(),
  })
  .nullish();

const detailsCommitSchema = z.object({ oid: z.string(), authoredDate: maybeInstant, author: gitActorSchema });

/** Commits by the names that the query gave them. */
export const authorsSchema = z.object({
  repository: z.record(z.string(), z.object({ author: gitActorSchema.optional() }).nullable()).nullish(),
});

export const detailsSchema = z.object({
  nodes: z.array(
    z
      .object({
        number: z.number(),
        headRefOid: z.string(),
        updatedAt: instant,
        commits: z.object({
          totalCount: z.number(),
          nodes: z.array(z.object({ commit: detailsCommitSchema }).nullable()),
        }),
        reviews: z.object({
          totalCount: z.number(),
          nodes: z.array(
            z
              .object({
                fullDatabaseId: hostId.nullish(),
                state: z.string(),
                submittedAt: maybeInstant,
                author: actorSchema,
                commit: z.object({ oid: z.string() }).nullish(),
              })
              .nullable(),
          ),
        }),
        reviewThreads: z
          .object({
            nodes: z.array(
              z
                .object({
                  isResolved: z.boolean(),
                  comments: z.object({ nodes: z.array(z.object({ fullDatabaseId: hostId.nullish() }).nullable()) }),
                })
                .nullable(),
            ),
          })
          .nullish(),
      })
      .nullable(),
  ),
});

export const detailsAnswerSchema = z.object({ data: detailsSchema });

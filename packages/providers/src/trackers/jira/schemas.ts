import { z } from 'zod';
import { hostId } from '../../reading/host-id.ts';
import { instant, maybeInstant, maybeText } from '../../reading/instant.ts';

export const userSchema = z
  .object({
    accountId: maybeText.optional(),
    /** Self-managed servers have these two in its place. */
    key: maybeText.optional(),
    name: maybeText.optional(),
    displayName: maybeText.optional(),
    emailAddress: maybeText.optional(),
    accountType: maybeText.optional(),
  })
  .nullish();

export const fieldsSchema = z.array(
  z.object({ id: z.string(), name: z.string(), schema: z.object({ custom: maybeText.optional() }).nullish() }),
);

const sprintRef = z.union([z.object({ id: hostId }), z.string()]);

export const issueSchema = z.object({
  id: hostId,
  key: z.string(),
  self: maybeText.optional(),
  fields: z
    .object({
      summary: z.string(),
      issuetype: z.object({ name: z.string(), hierarchyLevel: z.number().nullish() }),
      priority: z.object({ name: z.string() }).nullish(),
      status: z.object({ name: z.string(), statusCategory: z.object({ key: z.string() }).nullish() }),
      assignee: userSchema,
      reporter: userSchema,
      labels: z.array(z.string()).nullish(),
      parent: z
        .object({
          key: z.string(),
          fields: z
            .object({ issuetype: z.object({ name: z.string(), hierarchyLevel: z.number().nullish() }).nullish() })
            .nullish(),
        })
        .nullish(),
      created: instant,
      updated: instant,
      resolutiondate: maybeInstant.optional(),
    })
    .catchall(z.unknown()),
});

/** On the cloud sprints are objects; an older server writes them as text with `id=12,` inside. */
export const sprintIdsSchema = z
  .array(sprintRef)
  .nullish()
  .catch(null)
  .transform((sprints) =>
    (sprints ?? []).flatMap((sprint) => {
      const id = typeof sprint === 'string' ? /\bid=(\d+)/.exec(sprint)?.[1] : sprint.id;
      return id === undefined ? [] : [id];
    }),
  );

export const pointsSchema = z.number().nullish().catch(null);

/** One list writes these as seconds or milliseconds, another as text. */
const changedAt = z.union([z.string(), z.number()]).transform((value, context) => {
  const parsed = instant.safeParse(typeof value === 'number' && value < 100_000_000_000 ? value * 1_000 : value);
  if (parsed.success) return parsed.data;
  context.addIssue({ code: 'custom', message: 'not a moment' });
  return z.NEVER;
});

/** A cleared value may be missing, and then every object still has a method of this name. */
const itemSchema = z.preprocess(
  (item) => (typeof item === 'object' && item !== null ? { toString: null, ...item } : item),
  z.object({
    field: z.string(),
    fieldId: maybeText.optional(),
    from: maybeText.optional(),
    to: maybeText.optional(),
    fromString: maybeText.optional(),
    toString: maybeText.optional(),
  }),
);

const historySchema = z.object({ id: hostId, created: changedAt, items: z.array(itemSchema) });
export type History = z.output<typeof historySchema>;

export const searchSchema = z.object({
  issues: z.array(issueSchema.extend({ changelog: z.object({ histories: z.array(historySchema) }).nullish() })),
  nextPageToken: maybeText.optional(),
  total: z.number().nullish(),
});

export const changelogsSchema = z.object({
  issueChangeLogs: z.array(z.object({ issueId: hostId, changeHistories: z.array(historySchema) })).nullish(),
  nextPageToken: maybeText.optional(),
});

export const boardSchema = z.object({
  filter: z.object({ id: hostId }).nullish(),
  estimation: z.object({ field: z.object({ fieldId: maybeText.optional() }).nullish() }).nullish(),
});

export const sprintsSchema = z.object({
  values: z.array(
    z.object({
      id: hostId,
      name: z.string(),
      state: z.string(),
      startDate: maybeInstant.optional(),
      endDate: maybeInstant.optional(),
      completeDate: maybeInstant.optional(),
    }),
  ),
  isLast: z.boolean().nullish(),
});

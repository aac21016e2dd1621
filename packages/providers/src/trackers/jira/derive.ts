import { JIRA } from '@linescope/contract/vendors';
import type { z } from 'zod';
import type { Fact, IssueChangeFact, IssueFact, Person, SprintFact } from '../../facts.ts';
import type { Deriver, StoredPayload } from '../../payload.ts';
import {
  changelogsSchema,
  type History,
  type issueSchema,
  pointsSchema,
  searchSchema,
  sprintIdsSchema,
  sprintsSchema,
  type userSchema,
} from './schemas.ts';

type Context = StoredPayload['context'];

function personOf(user: z.output<typeof userSchema>): Person | null {
  if (!user) return null;
  return {
    hostId: user.accountId ?? user.key ?? user.name ?? null,
    userName: user.name ?? null,
    fullName: user.displayName ?? null,
    email: user.emailAddress ?? null,
    bot: user.accountType === 'app',
  };
}

const categories = new Map<string, IssueFact['statusCategory']>([
  ['new', 'to_do'],
  ['indeterminate', 'in_progress'],
  ['done', 'done'],
]);

type IssueType = { name: string; hierarchyLevel?: number | null | undefined };
const isEpic = (type: IssueType | null | undefined): boolean => type?.hierarchyLevel === 1 || type?.name === 'Epic';

function pointsOf(fields: Record<string, unknown>, context: Context): number | null {
  for (const id of (context.storyPoints ?? '').split(',')) {
    const points = pointsSchema.parse(fields[id]);
    if (points !== null && points !== undefined) return points;
  }
  return null;
}

function issueFact(issue: z.output<typeof issueSchema>, context: Context): IssueFact {
  const { fields } = issue;
  const statusCategory = categories.get(fields.status.statusCategory?.key ?? '') ?? 'to_do';
  const epicLink = fields[context.epicLink ?? ''];
  const parentEpic = isEpic(fields.parent?.fields?.issuetype) ? (fields.parent?.key ?? null) : null;
  return {
    fact: 'issue',
    tracker: JIRA,
    key: issue.key,
    hostId: issue.id,
    title: fields.summary,
    type: fields.issuetype.name,
    priority: fields.priority?.name ?? null,
    status: fields.status.name,
    statusCategory,
    assignee: personOf(fields.assignee),
    reporter: personOf(fields.reporter),
    storyPoints: pointsOf(fields, context),
    epicKey: parentEpic ?? (typeof epicLink === 'string' ? epicLink : null),
    isEpic: isEpic(fields.issuetype),
    sprintIds: sprintIdsSchema.parse(fields[context.sprint ?? '']),
    labels: fields.labels ?? [],
    createdAt: fields.created,
    updatedAt: fields.updated,
    resolvedAt: fields.resolutiondate ?? null,
    url: context.site ? `${context.site}/browse/${issue.key}` : null,
  };
}

const listOfIds = (text: string | null | undefined): string | null => text?.replaceAll(/\s+/g, '') ?? null;

function changeOf(
  item: History['items'][number],
  context: Context,
): Pick<IssueChangeFact, 'field' | 'from' | 'to'> | null {
  const { field, fieldId, fromString = null, toString: toText = null } = item;
  if (field === 'status') return { field, from: fromString, to: toText };
  if (field === 'assignee') return { field, from: item.from ?? null, to: item.to ?? null };
  if (fieldId === context.sprint || field === 'Sprint') {
    return { field: 'sprint', from: listOfIds(item.from), to: listOfIds(item.to) };
  }
  const isPoints = (context.storyPoints ?? '').split(',').includes(fieldId ?? '-') || /^story points?/i.test(field);
  return isPoints ? { field: 'story_points', from: fromString, to: toText } : null;
}

function changeFacts(issueId: string, histories: readonly History[], context: Context): IssueChangeFact[] {
  return histories.flatMap((history) =>
    history.items.flatMap((item) => {
      const change = changeOf(item, context);
      if (change === null) return [];
      return [
        {
          fact: 'issue_change',
          tracker: JIRA,
          issueId,
          changeId: history.id,
          at: history.created,
          ...change,
        } as const,
      ];
    }),
  );
}

const sprintStates = new Map<string, SprintFact['state']>([
  ['active', 'active'],
  ['closed', 'closed'],
]);

export const jiraDerivers: Record<string, Deriver> = {
  search: ({ body, context }) =>
    searchSchema
      .parse(body)
      .issues.flatMap((issue): Fact[] => [
        issueFact(issue, context),
        ...changeFacts(issue.id, issue.changelog?.histories ?? [], context),
      ]),
  changelogs: ({ body, context }) =>
    (changelogsSchema.parse(body).issueChangeLogs ?? []).flatMap(({ issueId, changeHistories }) =>
      changeFacts(issueId, changeHistories, context),
    ),
  sprints: ({ body, context }) =>
    sprintsSchema.parse(body).values.map((sprint) => ({
      fact: 'sprint',
      tracker: JIRA,
      sprintId: sprint.id,
      boardId: context.boardId ?? '',
      name: sprint.name,
      state: sprintStates.get(sprint.state) ?? 'future',
      startAt: sprint.startDate ?? null,
      endAt: sprint.endDate ?? null,
      completedAt: sprint.completeDate ?? null,
    })),
};

import type { z } from 'zod';
import type { Fact, IssueChangeFact, Person } from '../../facts.ts';
import type { CodeHostName } from '../../provider-names.ts';
import type { identitySchema, workItemSchema } from './schemas.ts';

const doneStates = new Set(['closed', 'done', 'completed', 'removed', 'resolved']);
const newStates = new Set(['new', 'to do', 'proposed', 'approved', 'open']);

export const workItemKey = (id: number): string => `AB#${id}`;

/** A work item with the two times that its fields give. */
export function workItemFacts(
  item: z.output<typeof workItemSchema>,
  tracker: CodeHostName,
  personOf: (identity: z.output<typeof identitySchema>) => Person | null,
): Fact[] {
  const { fields } = item;
  const state = fields['System.State'];
  const closed = doneStates.has(state.toLowerCase());
  const activatedAt = fields['Microsoft.VSTS.Common.ActivatedDate'] ?? null;
  const closedAt = fields['Microsoft.VSTS.Common.ClosedDate'] ?? null;
  const change = (at: string, from: string | null, to: string): IssueChangeFact => ({
    fact: 'issue_change',
    tracker,
    issueId: String(item.id),
    changeId: at,
    field: 'status',
    at,
    from,
    to,
  });
  return [
    {
      fact: 'issue',
      tracker,
      key: workItemKey(item.id),
      hostId: String(item.id),
      title: fields['System.Title'],
      type: fields['System.WorkItemType'],
      priority: fields['Microsoft.VSTS.Common.Priority']?.toString() ?? null,
      status: state,
      statusCategory: closed ? 'done' : newStates.has(state.toLowerCase()) ? 'to_do' : 'in_progress',
      assignee: personOf(fields['System.AssignedTo']),
      reporter: personOf(fields['System.CreatedBy']),
      storyPoints: fields['Microsoft.VSTS.Scheduling.StoryPoints'] ?? null,
      epicKey: fields['System.Parent'] ? workItemKey(fields['System.Parent']) : null,
      isEpic: fields['System.WorkItemType'] === 'Epic',
      sprintIds: [],
      labels: fields['System.Tags']?.split(/;\s*/) ?? [],
      createdAt: fields['System.CreatedDate'],
      updatedAt: fields['System.ChangedDate'],
      resolvedAt: closed ? (closedAt ?? fields['System.ChangedDate']) : null,
      url: item.url ?? null,
    },
    ...(activatedAt ? [change(activatedAt, null, 'Active')] : []),
    ...(closed && closedAt ? [change(closedAt, null, state)] : []),
  ];
}

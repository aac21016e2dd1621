/** Jira Cloud's histories of many issues in one call; its times are seconds here, unlike everywhere else. */
import { z } from 'zod';
import { type Answer, type Asked, HostError } from '../server/route.ts';
import { trackerAsked } from './read-tracker.ts';
import { renderHistories } from './render-issue.ts';

const asking = z.object({
  issueIdsOrKeys: z.array(z.string()).min(1).max(1000),
  fieldIds: z.array(z.string()).max(10).optional(),
  maxResults: z.number().int().min(1).max(10_000).default(1000),
  nextPageToken: z.string().optional(),
});

export function bulkChangelogs(asked: Asked): Answer {
  const parsed = asking.safeParse(asked.body);
  if (!parsed.success)
    throw new HostError(
      400,
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '),
    );
  const { issueIdsOrKeys, fieldIds, maxResults, nextPageToken } = parsed.data;
  const wanted = new Set(issueIdsOrKeys);
  const tracker = trackerAsked(asked);
  const histories = tracker.issues
    .filter((issue) => wanted.has(String(issue.id)) || wanted.has(issue.key))
    .flatMap((issue) =>
      renderHistories(asked, tracker, issue).map((history) => ({ issueId: String(issue.id), history })),
    )
    .filter(({ history }) => !fieldIds || history.items.some((item) => fieldIds.includes(item.fieldId)));
  const from = Number(nextPageToken ?? 0);
  if (!Number.isSafeInteger(from) || from < 0)
    throw new HostError(400, 'nextPageToken: this is not a token of this list.');
  const shown = Object.entries(Object.groupBy(histories.slice(from, from + maxResults), ({ issueId }) => issueId));
  return {
    body: {
      issueChangeLogs: shown.map(([issueId, some = []]) => ({
        issueId,
        changeHistories: some.map(({ history }) => ({
          ...history,
          created: Math.floor(Date.parse(history.created) / 1000),
        })),
      })),
      ...(from + maxResults < histories.length ? { nextPageToken: String(from + maxResults) } : {}),
    },
  };
}

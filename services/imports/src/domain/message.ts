import type { IssueScope } from './issue-scope.ts';

const TRACKER_KEY = /(?<![\p{L}\p{N}_-])[A-Z][A-Z0-9]{1,9}-\d{1,7}(?![\p{L}\p{N}_-])/gu;
const HOST_KEY = /(?<![\p{L}\p{N}_&/])#(\d{1,9})(?!\d)/gu;
const WORK_ITEM = /(?<![\p{L}\p{N}_&/])AB#(\d{1,9})(?!\d)/giu;
const FIX = /(?<![\p{L}\p{N}_])(fix(e[sd]|ing)?|bug ?fix(es)?|hot ?fix(es)?|bugs?)(?![\p{L}\p{N}_])/iu;
const MAX_KEYS = 50;

/** Most messages have none of these signs, and are not searched. */
const SIGN = /#\d|[A-Z0-9]-\d/;

/** Issue keys in the order in which a text names them: `PROJ-12` of a tracker, `#12` as the code host's own issue, `AB#12` as a work item. */
export function issueKeysIn(message: string, scope: IssueScope): string[] {
  const text = message.slice(0, 20_000);
  if (!SIGN.test(text)) return [];
  const found = [
    ...text.matchAll(TRACKER_KEY).map(({ 0: key, index }) => ({ key, index })),
    ...text.matchAll(HOST_KEY).map(({ 1: number, index }) => ({ key: `${scope.numbers}#${number}`, index })),
    ...text.matchAll(WORK_ITEM).map(({ 1: number, index }) => ({ key: `${scope.workItems ?? 'AB'}#${number}`, index })),
  ].toSorted((one, other) => one.index - other.index);
  return [...new Set(found.map(({ key }) => key))].slice(0, MAX_KEYS);
}

/** The subject says that this commit fixes something. */
export const saysFix = (message: string): boolean => FIX.test(message.split('\n', 1)[0]?.slice(0, 500) ?? '');

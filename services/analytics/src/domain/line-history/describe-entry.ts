import { isoTimestamp } from '@linescope/contract/date-time';
import { DAY_SECONDS } from '@linescope/contract/days';
import { type FileCategory, fileCategoryLabel } from '@linescope/source-reading/files/language-categories';
import type { CodeComment } from './code-comments.ts';
import { linkOf } from './file-history.ts';
import type { Step } from './trace-line.ts';

/** A changed line as it is stored. */
export interface ChangedLine {
  operation: string;
  text: string;
  origin_at: number | null;
  function_name: string;
  class_name: string;
  delta: number;
}

export interface Author {
  avatar_url: string | null;
  commits_in_repo: number;
  email: string;
  full_name: string;
  user_name: string;
}

export interface EntryParts {
  step: Step;
  sha: string;
  /** Seconds since 1970, of this version and of the one before it. */
  authoredAt: number;
  previousAuthoredAt: number | null;
  author: Author;
  message: string;
  /** What is known of who wrote this version of the line. */
  evidence: {
    authored_by_llm: boolean;
    evidence_tier_em: string;
    evidence_inherited: boolean;
    ai_tool: string | null;
    ai_model: string | null;
  };
  /** The stored line; for a file that moved, the line as it was last written. Null where the import did not store single lines. */
  line: ChangedLine | null;
  category: FileCategory | null;
  documentation: string | null;
  deployedAt: Date | null;
  received: CodeComment | null;
  resolved: CodeComment | null;
}

const CHURNING = new Set(['chg', 'del', 'find_replace']);

/** A change of a line that had stood for less than two weeks, or less than a month. */
function churnOf(
  { operation, origin_at: originAt }: ChangedLine,
  authoredAt: number,
): 'churn_new' | 'churn_recent' | null {
  if (!CHURNING.has(operation) || originAt === null) return null;
  const age = authoredAt - originAt;
  if (age < 14 * DAY_SECONDS) return 'churn_new';
  return age < 30 * DAY_SECONDS ? 'churn_recent' : null;
}

const describeComment = (comment: CodeComment | null) =>
  comment && {
    author: comment.author,
    markdown_comment_body: comment.body,
    posted_at: isoTimestamp(comment.postedAt),
  };

/** Paths and numbers before and after; null on the side where the line does not exist. */
function placesOf(step: Step) {
  const { path, line } = step.place;
  if (step.kind === 'file_moved') return sides(path, line, step.before.path, step.before.line);
  if (step.kind === 'deleted') return sides(null, null, step.before.path, step.before.line);
  const link = step.change && linkOf(step.change, line);
  if (!link) return sides(path, line, step.change?.status === 'added' ? null : (step.change?.pathBefore ?? path), null);
  // A copy has no line before, since its original remains.
  return sides(path, line, link.path, link.sha === null ? link.line : null);
}

const sides = (after: string | null, lineAfter: number | null, before: string | null, lineBefore: number | null) => ({
  code_file_path_after: after,
  code_file_path_before: before,
  line_number_after: lineAfter,
  line_number_before: lineBefore,
});

export function describeEntry(entry: EntryParts) {
  const { step, line } = entry;
  const isMove = step.kind === 'file_moved';
  const operation = isMove ? 'move' : (line?.operation ?? (step.kind === 'deleted' ? 'del' : 'add'));
  const previous = entry.previousAuthoredAt ?? (isMove ? null : (line?.origin_at ?? null));
  return {
    authored_at: isoTimestamp(new Date(entry.authoredAt * 1000)),
    ...entry.evidence,
    sha: entry.sha,
    author: entry.author,
    churn: line === null || isMove ? null : churnOf(line, entry.authoredAt),
    ...placesOf(step),
    commit_message: entry.message,
    containing_class_or_module: line?.class_name || null,
    deployed_at: entry.deployedAt && isoTimestamp(entry.deployedAt),
    documentation_for_function_if_available: entry.documentation,
    file_category_label: entry.category && fileCategoryLabel(entry.category),
    line_explanation: line?.text ?? null,
    line_value: line === null || isMove ? 0 : line.delta,
    operation_em: `operation_${operation}`,
    received_code_comment: describeComment(entry.received),
    resolved_code_comment: describeComment(entry.resolved),
    scoped_function_name: line?.function_name || null,
    time_since_previous_change: previous === null ? null : Math.max(0, entry.authoredAt - previous),
  };
}

export type Entry = ReturnType<typeof describeEntry>;

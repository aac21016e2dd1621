/** Pull requests and issues as the simulation knows them: with marks in place of shas, and times in milliseconds. */
import type { PullRequestRecord } from '@linescope/code-host/store/records';
import type { Mark } from '../output/fast-import.ts';

export type CommentDraft = { id: number; author: string; body: string; at: number };
export type ReviewDraft = {
  id: number;
  author: string;
  state: PullRequestRecord['reviews'][number]['state'];
  body: string;
  at: number;
  mark: Mark;
};
export type ReviewCommentDraft = {
  id: number;
  reviewId: number;
  author: string;
  body: string;
  path: string;
  line: number;
  at: number;
  mark: Mark;
  replyTo?: number;
};

export type PullDraft = {
  id: number;
  number: number;
  title: string;
  body: string;
  author: string;
  labels: string[];
  draft: boolean;
  headRef: string;
  base: Mark;
  head: Mark;
  merge: Mark | null;
  mergedBy: string | null;
  openedAt: number;
  updatedAt: number;
  closedAt: number | null;
  mergedAt: number | null;
  comments: CommentDraft[];
  reviews: ReviewDraft[];
  reviewComments: ReviewCommentDraft[];
  requested: { reviewer: string; at: number }[];
};

export type IssueDraft = {
  id: number;
  number: number;
  title: string;
  body: string;
  author: string;
  assignee: string | null;
  labels: string[];
  type: string;
  createdAt: number;
  closedAt: number | null;
  closedBy: string | null;
  comments: CommentDraft[];
};

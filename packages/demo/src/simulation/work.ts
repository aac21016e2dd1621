import type { Person } from '../plan/people.ts';
import type { Ticket } from '../plan/plan-work.ts';
import type { Workspace } from '../text/edit-code.ts';
import type { WorkKind } from './choose-edits.ts';
import type { PullDraft } from './pull-draft.ts';

export type Work = {
  kind: WorkKind;
  title: string;
  /** What commit subjects start with: a ticket's key, a defect's key, or nothing. */
  prefix: string;
  author: Person;
  ticket: Ticket | null;
  startAt: number;
  paths?: string[];
  /** In place of the usual edits, for the first commit. */
  apply?: (space: Workspace) => void;
  urgent?: boolean;
  onMerged?: (pull: PullDraft) => void;
};

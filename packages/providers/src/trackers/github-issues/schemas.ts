import { z } from 'zod';
import { hostId } from '../../reading/host-id.ts';
import { instant, maybeInstant, maybeText } from '../../reading/instant.ts';

const personSchema = z.object({ id: hostId.nullish(), login: maybeText, type: maybeText.optional() }).nullish();

export const issueSchema = z.object({
  id: hostId,
  number: z.number(),
  title: z.string(),
  state: z.string(),
  state_reason: maybeText.optional(),
  created_at: instant,
  updated_at: instant,
  closed_at: maybeInstant,
  html_url: maybeText,
  user: personSchema,
  assignee: personSchema,
  labels: z.array(z.union([z.string(), z.object({ name: maybeText.optional() })])),
  type: z.object({ name: z.string() }).nullish(),
  parent_issue_url: maybeText.optional(),
  /** Present on pull requests, which the host lists among its issues. */
  pull_request: z.unknown().optional(),
});

export const issuesSchema = z.array(issueSchema);

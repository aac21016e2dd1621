import { defineRoute, ok, type Route } from '@linescope/chassis/http/route';
import { isoTimestamp } from '@linescope/contract/date-time';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { count, id, timestamp } from '@linescope/contract/output-fields';
import { pagedInput, pageShape, slicePage } from '@linescope/contract/pages';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { listRemovals } from '../../store/repo-removals.ts';

const ACTION = 'action_repo_removal_list';

const removalRecord = z
  .object({
    id: id.describe('The id that the repo had.'),
    repo_path: z.string().describe('`<organization>/<repo>`.'),
    requested_at: timestamp,
    removed_at: timestamp.nullable().describe('Null while services are still erasing.'),
    erased_by: z.array(z.string()).describe('The services that have erased what they held, in this round.'),
    removed_counts: z.record(z.string(), count).describe('How many rows went, by where they were.'),
  })
  .meta({ id: 'RepoRemoval' });

export const listRepoRemovals = ({ postgres }: Context): Route =>
  defineRoute({
    method: 'GET',
    path: '/repo_removals',
    action: ACTION,
    summary: 'List the repos that were or are being removed',
    description: 'The newest first, with how far each is and what was erased.',
    role: 'admin',
    input: z.object(pagedInput),
    records: { field: 'removals' },
    output: z.object({
      ...envelopeShape,
      ...pageShape,
      removals: z.array(removalRecord).describe('The removals of this page.'),
    }),
    async handle(given, { principal }) {
      const removals = await listRemovals(postgres, principal.entityId);
      const total = removals.length;
      const { items, fields } = slicePage(removals, given, (removal) => [
        -removal.requested_at.getTime(),
        -removal.repo_id,
      ]);
      return ok(
        success(ACTION, `${total} ${total === 1 ? 'removal' : 'removals'} found.`, {
          ...fields,
          removals: items.map((removal) => ({
            id: removal.repo_id,
            repo_path: removal.repo_path,
            requested_at: isoTimestamp(removal.requested_at),
            removed_at: removal.removed_at && isoTimestamp(removal.removed_at),
            erased_by: Object.keys(removal.acknowledged).sort(),
            removed_counts: removal.removed_counts,
          })),
        }),
      );
    },
  });

import { defineRoute, ok } from '@linescope/chassis/http/route';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { notFound } from '@linescope/contract/fault';
import { integerInput } from '@linescope/contract/inputs';
import { id } from '@linescope/contract/output-fields';
import { z } from 'zod';
import { removeRelease } from '../actions/remove-release.ts';
import type { Context } from '../context.ts';

const ACTION = 'action_release_remove';

export const removeReleaseRoute = (context: Context) =>
  defineRoute({
    method: 'DELETE',
    path: '/releases/:id',
    action: ACTION,
    summary: 'Remove a release',
    description:
      'One that was recorded by mistake. Fixes that it brought go with it, those that were also recorded by themselves stay; ' +
      'the commits count for the next release. A rule for tags, pushes or merges does not record it again, but POST /releases does.',
    role: 'manager',
    // A pipeline's token, which may only record, takes nothing away.
    scope: 'admin',
    input: z.object({ id: integerInput({ min: 1 }).describe('The release, by its id in GET /releases.') }),
    output: z.object({ ...envelopeShape, id, repo_path: z.string().describe('`<organization>/<repo>`.') }),
    async handle({ id }, { principal }) {
      const removed = await removeRelease(context, principal.entityId, id);
      if (!removed) throw notFound('There is no such release.', 'id');
      const name = removed.name === '' ? 'The release' : `The release ${removed.name}`;
      return ok(success(ACTION, `${name} of ${removed.repoPath} is removed.`, { id, repo_path: removed.repoPath }));
    },
  });

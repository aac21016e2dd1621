import { accepted, defineRoute, ok } from '@linescope/chassis/http/route';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { notFound } from '@linescope/contract/fault';
import { integerInput } from '@linescope/contract/inputs';
import { id } from '@linescope/contract/output-fields';
import { z } from 'zod';
import { removeImport } from '../actions/remove-import.ts';
import type { Context } from '../context.ts';
import { findImport } from '../store/imports.ts';

const ACTION = 'action_import_remove';

export const removeImportRoute = (context: Context) =>
  defineRoute({
    method: 'DELETE',
    path: '/imports/:id',
    statuses: [200, 202],
    action: ACTION,
    summary: 'Remove a repo and erase what was read of it',
    description:
      'The repo leaves every list at once, and each service erases its commits, lines, pull requests, issues, releases and fixes: ' +
      'GET /repo_removals shows how far (202). People, teams and connections stay. It cannot be undone, only imported anew. ' +
      'An import that never came to a repo is gone at once (200).',
    role: 'admin',
    input: z.object({ id: integerInput({ min: 1 }).describe('The import, by its id in GET /imports.') }),
    output: z.object({ ...envelopeShape, id, repo_path: z.string().describe('`<organization>/<repo>`.') }),
    async handle({ id }, { principal }) {
      const found = await findImport(context.postgres, id);
      if (found?.entity_id !== principal.entityId) throw notFound('There is no such import.', 'id');
      const removal = await removeImport(context, found, `token:${principal.tokenId}`);
      const fields = { id, repo_path: found.repo_path };
      return removal === 'removed'
        ? ok(success(ACTION, `${found.repo_path} is removed.`, fields))
        : accepted(success(ACTION, `${found.repo_path} is gone; what was read of it is being erased.`, fields));
    },
  });

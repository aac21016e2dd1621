import { accepted, defineRoute } from '@linescope/chassis/http/route';
import { resolveScope } from '@linescope/chassis/scope/resolve-scope';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { invalidParameter } from '@linescope/contract/fault';
import { stringInput } from '@linescope/contract/inputs';
import { resourcePathInput } from '@linescope/contract/resource-path';
import { z } from 'zod';
import { queueRepo } from '../actions/queue-import.ts';
import type { Context } from '../context.ts';
import { parseRepoPath } from '../domain/repo-path.ts';
import { parseWindow } from '../domain/window.ts';

const ACTION = 'action_import_queued';

export const queueImportRoute = (context: Context) =>
  defineRoute({
    method: 'POST',
    statuses: [202],
    failures: ['response_provider_rejected', 'response_provider_unreachable'],
    path: '/imports',
    action: ACTION,
    summary: 'Queue a repo import',
    description:
      'Queueing a repo that completed fetches and processes only what is new; one that failed is tried again.',
    role: 'admin',
    input: z.object({
      resource_path: resourcePathInput.describe('The entity to import into, by its slug.'),
      repo_path: stringInput({ max: 401 }).refine(
        (path) => parseRepoPath(path) !== null,
        'must be <organization>/<repo>',
      ),
      window: stringInput({ max: 20 })
        .refine((text) => parseWindow(text) !== null, 'must be a number of days, a day as YYYY-MM-DD, or all')
        .optional()
        .meta({
          description:
            'How far back to read: a number of days (`90`), a day (`2025-01-01`), or `all`; else as the settings say. Widening it reads again.',
        }),
    }),
    output: z.object({
      ...envelopeShape,
      imported: z.boolean(),
      errors: z.null(),
    }),
    failureFields: { imported: false },
    async handle(given, { principal }) {
      const scope = await resolveScope(context.identity, principal, given.resource_path);
      const [resource] = scope.resources;
      if (scope.resources.length !== 1 || resource?.kind !== 'entity') {
        throw invalidParameter('resource_path', 'resource_path must be the slug of the entity to import into.');
      }
      const path = parseRepoPath(given.repo_path);
      if (!path) throw invalidParameter('repo_path', 'repo_path must be <organization>/<repo>.');
      const { queued, isNew } = await queueRepo(
        context,
        scope.entityId,
        `${path.organizationSlug}/${path.repoSlug}`,
        given.window ?? null,
      );
      const detail = isNew
        ? 'The import was queued.'
        : queued
          ? 'The repo was queued again.'
          : 'The repo is being imported already.';
      return accepted(success(ACTION, detail, { imported: true, errors: null }));
    },
  });

import { created, defineRoute, ok } from '@linescope/chassis/http/route';
import { resolveScope, type Scope, singleRepo } from '@linescope/chassis/scope/resolve-scope';
import { checkTogether } from '@linescope/contract/check-together';
import { isoTimestamp } from '@linescope/contract/date-time';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { invalidParameter } from '@linescope/contract/fault';
import {
  booleanInput,
  dateTimeInput,
  integerInput,
  shaInput,
  stringInput,
  textInput,
} from '@linescope/contract/inputs';
import { id, timestamp } from '@linescope/contract/output-fields';
import type { Principal } from '@linescope/contract/principal';
import { resourcePathInput } from '@linescope/contract/resource-path';
import { z } from 'zod';
import { recordDefect } from '../actions/record-defect.ts';
import type { Context } from '../context.ts';
import { contradictions, hasFix } from '../domain/defect.ts';
import type { DefectScope } from '../store/defects.ts';

const ACTION = 'action_defect_created';

const fields = z.object({
  resource_path: resourcePathInput.describe(
    'One entity, organization or repo; a fix needs a repo, unless fix_repo_path names it.',
  ),
  defect_key: stringInput({ max: 200 }).refine(
    (key) => /^[\p{L}\p{N}][\p{L}\p{N}._:#/-]*$/u.test(key),
    'must begin with a letter or digit and hold only letters, digits and . _ : # / -',
  ),
  detected_at: dateTimeInput()
    .optional()
    .describe('Needed to record the defect, unless detected_now is given. Not after a fix whose time a call gave.'),
  detected_now: booleanInput.optional(),
  category: stringInput({ max: 200 })
    .optional()
    .describe(
      'A word of your own, such as `production`; the list has it as `customerDefectIdentifier`, audits as `category`.',
    ),
  description: textInput({ max: 16 * 1024 })
    .optional()
    .describe('Markdown, at most 16,384 characters.'),
  severity: integerInput({ min: -2_147_483_648, max: 2_147_483_647 }).optional(),
  fix_released_at: dateTimeInput().optional(),
  fix_released_now: booleanInput.optional(),
  fix_released_sha: shaInput.optional(),
  fix_pushed_at: dateTimeInput().optional(),
  fix_repo_path: resourcePathInput.optional().describe('The repo of the fix, as `entity/organization/repo`.'),
});

const input = ({ now }: Pick<Context, 'now'>) => checkTogether(fields, (sound) => contradictions(sound, now()));

const recordedSchema = z.object({
  ...envelopeShape,
  critical_defect: z
    .object({ id, defect_key: z.string(), detected_at: timestamp })
    .meta({ id: 'RecordedDefect' })
    .describe('The defect as it is recorded.'),
});

export const recordDefectRoute = (context: Context) =>
  defineRoute({
    method: 'POST',
    path: '/critical_defects',
    action: ACTION,
    summary: 'Record a critical defect, or a fix of one',
    description:
      'Ensures the defect exists and optionally marks a fix. Given fields overwrite. The same call twice changes nothing, except that detected_now, and fix_released_now without fix_released_sha, mean the moment of each call: repeated, they move the detection or add a later fix, unless both calls carry the same Idempotency-Key. With fix_released_sha, fix_released_now adds the moment of the first such call to the time of the commit.',
    role: 'member',
    input: input(context),
    output: recordedSchema,
    async handle(given, { principal }) {
      const scope = await resolveScope(context.identity, principal, given.resource_path);
      const request = {
        releasedAt: given.fix_released_at,
        releasedNow: given.fix_released_now,
        sha: given.fix_released_sha,
        pushedAt: given.fix_pushed_at,
        repoPath: given.fix_repo_path,
      };
      const fix = hasFix(request)
        ? { request, repo: await fixRepo(context, principal, scope, given.fix_repo_path) }
        : null;
      const recorded = await recordDefect(context, {
        entityId: scope.entityId,
        defectKey: given.defect_key,
        scope: defectScope(scope),
        change: {
          category: given.category,
          description: given.description,
          htmlDescription: given.description && (await context.descriptions.render(given.description)),
          severity: given.severity,
          detectedAt: given.detected_now ? context.now() : given.detected_at,
        },
        detectedNow: given.detected_now === true,
        fix,
      });
      const detail = recorded.isNew
        ? 'The defect was recorded.'
        : recorded.fixAdded
          ? 'The fix was recorded.'
          : 'The defect is up to date.';
      const fields = {
        critical_defect: {
          id: recorded.id,
          defect_key: given.defect_key,
          detected_at: isoTimestamp(recorded.detectedAt),
        },
      };
      return (recorded.isNew || recorded.fixAdded ? created : ok)(success(ACTION, detail, fields));
    },
  });

/** The repo that a fix applies to: the one named for it, else the one of the scope. */
async function fixRepo(context: Context, principal: Principal, scope: Scope, fixRepoPath: string | undefined) {
  if (fixRepoPath === undefined) {
    if (scope.resources.length !== 1 || scope.resources[0]?.kind !== 'repo') {
      throw invalidParameter(
        'resource_path',
        'A fix can be marked only where resource_path (or fix_repo_path) names a repo.',
      );
    }
    return singleRepo(scope);
  }
  const fixScope = await resolveScope(context.identity, principal, fixRepoPath, 'fix_repo_path');
  if (
    fixScope.entityId !== scope.entityId ||
    fixScope.resources.length !== 1 ||
    fixScope.resources[0]?.kind !== 'repo'
  ) {
    throw invalidParameter('fix_repo_path', 'fix_repo_path must name a single repo of the same entity.');
  }
  return singleRepo(fixScope);
}

function defectScope(scope: Scope): DefectScope {
  const [resource] = scope.resources;
  if (!resource || scope.resources.length !== 1)
    throw invalidParameter('resource_path', 'resource_path must name one resource here.');
  if (resource.kind === 'entity') return { organizationId: null, repoId: null, repoPath: null };
  if (resource.kind === 'organization') return { organizationId: resource.id, repoId: null, repoPath: null };
  const repo = singleRepo(scope);
  return { organizationId: repo.organizationId, repoId: repo.id, repoPath: repo.path };
}

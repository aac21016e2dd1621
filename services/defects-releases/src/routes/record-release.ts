import { created, defineRoute, ok } from '@linescope/chassis/http/route';
import { resolveScope, singleRepo } from '@linescope/chassis/scope/resolve-scope';
import { checkTogether } from '@linescope/contract/check-together';
import { isoTimestamp } from '@linescope/contract/date-time';
import { dayFaults } from '@linescope/contract/day-faults';
import { envelopeShape, success } from '@linescope/contract/envelope';
import type { ParameterError } from '@linescope/contract/fault';
import { booleanInput, dateTimeInput, shaInput, stringArrayInput, stringInput } from '@linescope/contract/inputs';
import { id, timestamp } from '@linescope/contract/output-fields';
import { resourcePathInput } from '@linescope/contract/resource-path';
import { z } from 'zod';
import { recordRelease } from '../actions/record-release.ts';
import type { Context } from '../context.ts';
import { isListRequest } from '../domain/release.ts';
import { tooFarAhead } from '../domain/too-far-ahead.ts';
import { answerReleaseList, releaseListSchema, releaseListShape, releaseSha } from './list-releases.ts';

const ACTION = 'action_release_created';

const fields = z.object({
  resource_path: resourcePathInput.describe(
    'One repo: `entity/organization/repo`. Where it lists instead, also an entity or organization, or several, comma-delimited.',
  ),
  name: stringInput({ max: 300 }).optional(),
  released_at: dateTimeInput({ epochSeconds: true }).optional(),
  release_now: booleanInput.optional(),
  release_sha: shaInput.optional(),
  head_long: shaInput.optional(),
  defect_keys: stringArrayInput({ maxItems: 500, maxLength: 200 }).optional(),
  deployed_by_user_name: stringInput({ max: 300 }).optional(),
  issue_keys_resolved: stringArrayInput({ maxItems: 500, maxLength: 200 }).optional(),
  ...releaseListShape,
});

const input = ({ now }: Pick<Context, 'now'>) =>
  checkTogether(fields, (sound, given) => (isListRequest(given) ? dayFaults(sound) : faultsOf(sound, given, now())));

const recordedSchema = z.object({
  ...envelopeShape,
  release: z
    .object({ id, release_sha: releaseSha, released_at: timestamp })
    .meta({ id: 'RecordedRelease' })
    .describe('The release as it is recorded.'),
});

export const recordReleaseRoute = (context: Context) =>
  defineRoute({
    method: 'POST',
    path: '/releases',
    action: ACTION,
    summary: 'Record a release',
    description:
      'Ensures the release exists; the same call twice changes nothing. Without release_sha the release is tied to the newest commit of the default branch at its time, which the answer names. With a list-only parameter (days_ago, start_date, end_date, page, cursor, team_slug) and neither a time, a sha nor a name, it lists instead.',
    role: 'member',
    input: input(context),
    output: z.union([recordedSchema, releaseListSchema]),
    async handle(given, { principal }) {
      if (isListRequest(given)) return answerReleaseList(context, principal, given);
      const scope = await resolveScope(context.identity, principal, given.resource_path);
      const { release, isNew } = await recordRelease(context, {
        entityId: scope.entityId,
        repo: singleRepo(scope),
        name: given.name ?? '',
        sha: given.release_sha ?? given.head_long ?? null,
        releasedAt: given.release_now ? context.now() : (given.released_at ?? null),
        triggeredBy: 'api',
        deployedByUserName: given.deployed_by_user_name ?? null,
        defectKeys: given.defect_keys ?? [],
        issueKeys: given.issue_keys_resolved ?? [],
      });
      const fields = {
        release: { id: release.id, release_sha: release.sha, released_at: isoTimestamp(release.releasedAt) },
      };
      if (!isNew) return ok(success(ACTION, 'The release was already recorded.', fields));
      const isNamed = given.release_sha ?? given.head_long;
      const detail = isNamed ? 'The release was recorded.' : withoutSha(release.sha);
      return created(success(ACTION, detail, fields));
    },
  });

/** An empty release_sha is none: whoever meant to name a commit sees here that they did not. */
const withoutSha = (sha: string | null): string =>
  sha === null
    ? 'The release was recorded without a commit: none was given, and the default branch has none yet.'
    : `The release was recorded with the newest commit of the default branch, ${sha}, since none was given.`;

const TIMES = ['released_at', 'release_sha', 'head_long'];

function faultsOf(
  sound: Partial<z.output<typeof fields>>,
  given: Record<string, unknown>,
  now: Date,
): ParameterError[] {
  const errors = [...tooFarAhead('released_at', sound.released_at, now)];
  if (!sound.release_now && TIMES.every((name) => given[name] === undefined)) {
    errors.push({
      param: 'released_at',
      code_em: 'missing',
      detail: 'One of released_at, release_now, release_sha and head_long is required.',
    });
  }
  if (sound.released_at && sound.release_now) {
    errors.push({
      param: 'release_now',
      code_em: 'contradiction',
      detail: 'Give released_at or release_now, not both.',
    });
  }
  if (sound.release_sha && sound.head_long && sound.release_sha !== sound.head_long) {
    errors.push({
      param: 'head_long',
      code_em: 'contradiction',
      detail: 'head_long is another name for release_sha; they must not differ.',
    });
  }
  return errors;
}

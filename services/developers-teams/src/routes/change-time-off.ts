import { created, defineRoute, ok } from '@linescope/chassis/http/route';
import { resolveScope } from '@linescope/chassis/scope/resolve-scope';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { invalidParameter, notFound } from '@linescope/contract/fault';
import { dateInput, stringInput } from '@linescope/contract/inputs';
import { count, day } from '@linescope/contract/output-fields';
import { resourcePathInput } from '@linescope/contract/resource-path';
import { z } from 'zod';
import { ownCommitters, statsAccess } from '../actions/access/stats-access.ts';
import { findPerson } from '../actions/committers/find-person.ts';
import { changeTimeOff } from '../actions/time-off/change-time-off.ts';
import type { Context } from '../context.ts';
import { scopedRepoIds } from '../domain/scoped-repos.ts';
import { workedInRepos } from '../store/committer-repos.ts';
import { committersByIds } from '../store/committers.ts';
import { committerIdentifierInput } from './inputs.ts';

const inputSchema = z
  .object({
    resource_path: resourcePathInput,
    start_date: dateInput,
    end_date: dateInput.optional(),
    committer_user_name: stringInput({ max: 200 }).optional(),
    committer_identifier: committerIdentifierInput.optional(),
  })
  .refine(({ start_date: start, end_date: end }) => !end || !start || end >= start, {
    path: ['end_date'],
    error: 'must not be before start_date',
    when: () => true, // also where another parameter is at fault
  });

const outputSchema = z.object({
  ...envelopeShape,
  days_off_in_range_count: count,
  full_success: z.boolean(),
  start_date: day,
  end_date: day,
  user_name: z.string(),
});

export const recordTimeOffRoute = (context: Context) =>
  timeOffRoute(context, {
    kind: 'record',
    path: '/developers/record_time_off',
    action: 'action_record_time_off',
    summary: 'Record days off of a developer',
    rule: '`full_success` is false where a day of the range was already recorded.',
  });

export const removeTimeOffRoute = (context: Context) =>
  timeOffRoute(context, {
    kind: 'remove',
    path: '/developers/remove_time_off',
    action: 'action_remove_time_off',
    summary: 'Remove days off of a developer',
    rule: '`full_success` is false where a day of the range was not recorded.',
  });

function timeOffRoute(
  context: Context,
  {
    kind,
    path,
    action,
    summary,
    rule,
  }: Record<'path' | 'action' | 'summary' | 'rule', string> & { kind: 'record' | 'remove' },
) {
  return defineRoute({
    method: 'POST',
    statuses: kind === 'record' ? [200, 201] : [200],
    path,
    action,
    summary,
    description: `Whole days, both ends included; without \`end_date\` one day; without a developer, the caller's own. ${rule}`,
    role: 'member',
    input: inputSchema,
    output: outputSchema,
    async handle(given, { principal }) {
      const scope = await resolveScope(context.identity, principal, given.resource_path);
      const { entityId } = scope;
      const access = await statsAccess(context, entityId, principal);
      const names = given.committer_user_name !== undefined || given.committer_identifier !== undefined;
      const person = names
        ? await findPerson(context.postgres, entityId, access, given)
        : await ownPerson(context, entityId, principal.userId);
      const repoIds = scopedRepoIds(scope);
      if (repoIds && !(await workedInRepos(context.postgres, person.id, repoIds)))
        throw notFound('The developer has not committed in what resource_path names.', 'resource_path');

      const range = { startDate: given.start_date, endDate: given.end_date ?? given.start_date };
      const { daysOff, changes, fullSuccess } = await changeTimeOff(context, {
        entityId,
        committerId: person.id,
        range,
        kind,
      });
      const answer = success(action, sentence(kind, fullSuccess), {
        days_off_in_range_count: daysOff,
        full_success: fullSuccess,
        start_date: range.startDate,
        end_date: range.endDate,
        user_name: person.userName,
      });
      return kind === 'record' && changes ? created(answer) : ok(answer);
    },
  });
}

async function ownPerson(context: Context, entityId: number, userId: number) {
  const ownIds = await ownCommitters(context, entityId, userId);
  const [own] = await committersByIds(context.postgres, entityId, ownIds);
  if (!own)
    throw invalidParameter(
      'committer_user_name',
      'committer_user_name is required: no developer is known by your user.',
      'missing',
    );
  return own;
}

function sentence(kind: 'record' | 'remove', fullSuccess: boolean): string {
  if (kind === 'record') return fullSuccess ? 'The days are recorded.' : 'Some of the days were already recorded.';
  return fullSuccess ? 'The days are removed.' : 'Some of the days were not recorded.';
}

import { defineRoute, ok } from '@linescope/chassis/http/route';
import { resolveScope } from '@linescope/chassis/scope/resolve-scope';
import { checkTogether } from '@linescope/contract/check-together';
import { dayFaults } from '@linescope/contract/day-faults';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { dateInput, integerInput, stringInput } from '@linescope/contract/inputs';
import { id } from '@linescope/contract/output-fields';
import { pagedInput, pageFields, pageShape } from '@linescope/contract/pages';
import { resourcePathInput } from '@linescope/contract/resource-path';
import { z } from 'zod';
import { htmlDescriptions } from '../actions/html-descriptions.ts';
import type { Context } from '../context.ts';
import { parseRange } from '../domain/date-range.ts';
import { describeDefect } from '../domain/timeline.ts';
import { fixRepoPaths, listDefects } from '../store/defect-lists.ts';
import { reposInScope } from './list-scope.ts';

const ACTION = 'action_defect_list';
const text = z.string().nullable();
const number = z.number().nullable();

const defectSchema = z
  .object({
    id,
    defectKey: z.string(),
    customerDefectIdentifier: text,
    detectedAt: z.string(),
    detectedAtWords: z.string(),
    detectedAtVisibleTimestamp: z.string(),
    firstFixActivityAt: text,
    firstFixReleasedAt: text,
    finalFixReleasedAt: text,
    resolvedAt: text,
    hoursToFirstActivity: number,
    minutesToFirstActivity: number,
    minutesActivityToDeploy: number,
    minutesToResolved: number,
    htmlDescription: z.string(),
    severity: number,
    path: z.string(),
    repoPaths: z.array(z.string()),
    timelineHours: z.array(z.object({ title: z.string(), hours: number, key: z.string() })),
    issueTracker: z
      .object({ issueIdentifier: z.string(), projectName: z.string(), url: z.string(), title: z.string() })
      .nullable(),
  })
  .meta({ id: 'CriticalDefect' });

export const listDefectsRoute = (context: Context) =>
  defineRoute({
    method: 'GET',
    path: '/critical_defects',
    action: ACTION,
    summary: 'List the defects active in a range',
    description:
      'Active: detected on or before the end of the range and not resolved before its start. Without a range, all. Times are in words for people; for programs, `GET /audits?resource_type=critical_defects` has them as ISO 8601, under names as elsewhere.',
    role: 'member',
    input: checkTogether(
      z.object({
        resource_path: resourcePathInput,
        days_ago: integerInput({ min: 0, max: 36_500 }).optional(),
        start_date: dateInput.optional(),
        end_date: dateInput.optional(),
        team_slug: stringInput({ max: 200 }).optional(),
        ...pagedInput,
      }),
      dayFaults,
    ),
    records: { field: 'critical_defects' },
    output: z.object({
      ...envelopeShape,
      ...pageShape,
      critical_defects: z.array(defectSchema),
    }),
    async handle(given, { principal }) {
      const now = context.now();
      const range = parseRange(given, now, null);
      const scope = await resolveScope(context.identity, principal, given.resource_path);
      const repos = await reposInScope(context, scope, given.team_slug);
      const { defects, ...page } = await listDefects(
        context.postgres,
        context.idPages,
        { entityId: scope.entityId, ...repos },
        range,
        given,
      );
      const paths = await fixRepoPaths(context.postgres, page.ids);
      const descriptions = await htmlDescriptions(context, defects);
      return ok(
        success(ACTION, `${page.total} ${page.total === 1 ? 'defect' : 'defects'} found.`, {
          ...pageFields(given, page),
          critical_defects: defects.map((defect) =>
            describeDefect(
              defect,
              paths.get(defect.id) ?? (defect.repoPath ? [defect.repoPath] : []),
              scope.entitySlug,
              descriptions.get(defect.id) ?? '',
              now,
            ),
          ),
        }),
      );
    },
  });

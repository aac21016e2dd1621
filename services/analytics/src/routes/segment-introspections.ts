import { defineRoute, ok } from '@linescope/chassis/http/route';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { count, day, integer } from '@linescope/contract/output-fields';
import { z } from 'zod';
import { allSegments, findSegment, introspect } from '../segments/registry.ts';
import { AGGREGATIONS, INTERVALS } from '../segments/segment.ts';
import { segmentEm } from './segment-em.ts';

const ACTION = 'action_segment_introspection';

const segmentShape = {
  segment_em: segmentEm,
  title: z.string(),
  description: z.string(),
  unit: z.string(),
  value_precision: count,
  interval_ems: z.array(z.enum(INTERVALS)),
  aggregation_options: z.array(z.enum(AGGREGATIONS)),
  default_aggregation: z.enum(AGGREGATIONS),
  facts: z.array(z.string()),
  /** Which records count, by which time, and where. */
  scope: z.string(),
  /** The audits that list the records behind a point. */
  resource_types: z.array(z.string()),
  formula: z.string(),
  definition_version: integer,
  definition_changes: z
    .array(z.object({ date: day, version: integer, note: z.string() }))
    .describe('What changed in its definition, oldest first; versions that left it as it was are not among them.'),
  additive: z.boolean(),
  empty_value: z.number().nullable(),
};

const answer = z.looseObject({ segments: z.array(z.looseObject({})).optional() });

/** One segment is described by the answer itself, all of them by a list in it. */
function segmentRows(body: unknown): readonly object[] {
  const found = answer.parse(body);
  return found.segments ?? [found];
}

export const segmentIntrospectionsRoute = () =>
  defineRoute({
    method: 'GET',
    path: '/segment_introspections',
    action: ACTION,
    summary: 'What a segment means',
    description: 'One segment with segment_em, else all of them.',
    role: 'member',
    input: z.object({ segment_em: segmentEm.optional() }),
    output: z.object({
      ...envelopeShape,
      ...z.object(segmentShape).partial().shape,
      segments: z.array(z.object(segmentShape)).optional(),
    }),
    table: { row: z.object(segmentShape), rows: segmentRows },
    async handle({ segment_em: name }) {
      if (name) return ok(success(ACTION, `${name} explained.`, introspect(findSegment(name))));
      const segments = allSegments().map(introspect);
      return ok(success(ACTION, `${segments.length} segments explained.`, { segments }));
    },
  });

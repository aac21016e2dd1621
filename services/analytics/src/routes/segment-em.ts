import { z } from 'zod';
import { SEGMENT_NAMES } from '../segments/registry.ts';

const error = `must be one of ${SEGMENT_NAMES.length} values: GET /api/v1/segment_introspections lists them`;

export const segmentEm = z
  .enum(SEGMENT_NAMES, { error })
  .meta({ id: 'SegmentEm', description: 'The name of a statistic.' });

/** As a parameter with a default its values stand in place: generators cannot give a named enum a default. */
export const segmentInput = z.enum(SEGMENT_NAMES, { error });

import { z } from 'zod';
import { SEGMENT_NAMES } from '../segments/registry.ts';

export const segmentEm = z.enum(SEGMENT_NAMES).meta({ id: 'SegmentEm', description: 'The name of a statistic.' });

import { aiSegments } from './ai.ts';
import { codeSegments } from './code.ts';
import { cohortSegments } from './cohort-segments.ts';
import { deliverySegments } from './defects-releases.ts';
import type { Segment } from './fact.ts';
import { issueSegments } from './issues-sprints.ts';
import { pullRequestSegments } from './pull-requests.ts';

/** Every value of `segment_by`. */
export const SEGMENTS: Record<string, Segment> = {
  ...codeSegments,
  ...cohortSegments,
  ...aiSegments,
  ...pullRequestSegments,
  ...deliverySegments,
  ...issueSegments,
};

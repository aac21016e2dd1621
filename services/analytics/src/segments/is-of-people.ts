import { compileSegment } from './compile.ts';
import { aggregationsOf, allSegments } from './registry.ts';

const ofNobody = new Set(
  allSegments()
    .filter((segment) => {
      const [aggregation = 'none'] = aggregationsOf(segment);
      const { text } = compileSegment(segment, { interval: 'weekly', aggregation, ofTeam: false, suppressed: false });
      return !text.includes('{people:');
    })
    .map(({ segment }) => segment),
);

/** Whether it matters whom a query names: releases and defects are of nobody. */
export const isOfPeople = (segment: string): boolean => !ofNobody.has(segment);

import { schema } from '@octokit/graphql-schema';
import type { components } from '@octokit/openapi-types';
import { buildSchema, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { linksSchema } from '../../ai-usage/copilot-report.ts';
import type { issueSchema } from '../../trackers/github-issues/schemas.ts';
import { authorsQuery } from './commit-authors.ts';
import { detailsQuery } from './details-query.ts';
import type * as pulls from './pull-schemas.ts';
import type * as directory from './schemas.ts';

type Vendor = components['schemas'];

/** The vendor's published types must fit what we read: these lines fail to compile when they do not. */
type Fits<Published extends Read, Read> = Published;
export type PublishedFits = [
  Fits<Vendor['public-user'] | Vendor['private-user'], z.input<typeof directory.viewerSchema>>,
  Fits<Vendor['email'][], z.input<typeof directory.emailsSchema>>,
  Fits<Vendor['organization-simple'][], z.input<typeof directory.organizationsSchema>>,
  Fits<Vendor['repository'] | Vendor['minimal-repository'], z.input<typeof directory.repositorySchema>>,
  Fits<Vendor['pull-request-simple'] | Vendor['pull-request'], z.input<typeof pulls.pullSchema>>,
  Fits<Vendor['pull-request-review'], z.input<typeof pulls.reviewSchema>>,
  Fits<Vendor['pull-request-review-comment'], z.input<typeof pulls.reviewCommentSchema>>,
  Fits<Vendor['issue-comment'], z.input<typeof pulls.issueCommentSchema>>,
  Fits<Vendor['commit'][], z.input<typeof pulls.commitsSchema>>,
  Fits<Vendor['tag'][], z.input<typeof pulls.tagsSchema>>,
  Fits<Vendor['issue'], z.input<typeof issueSchema>>,
  Fits<Vendor['copilot-usage-metrics-1-day-report'], z.input<typeof linksSchema>>,
];

test('the batch queries are valid by the vendor’s published schema', () => {
  const published = buildSchema(schema.idl, { assumeValidSDL: true });
  for (const query of [detailsQuery, authorsQuery(['0'.repeat(40), '1'.repeat(40)])])
    expect(validate(published, parse(query))).toEqual([]);
});

import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeRoutes } from './openapi.ts';
import { defineRoute, ok } from './route.ts';

const route = (failureFields?: Record<string, unknown>) =>
  defineRoute({
    method: 'POST',
    path: '/imports',
    action: 'action_import_queued',
    summary: 'Queue an import',
    role: 'admin',
    input: z.object({}),
    output: z.object({}),
    ...(failureFields ? { failureFields } : {}),
    handle: async () => ok({}),
  });
const refusal = (failureFields?: Record<string, unknown>) =>
  z
    .looseObject({ responses: z.record(z.string(), z.unknown()) })
    .parse(describeRoutes([route(failureFields)]).paths['/api/v1/imports']?.['post']).responses['400'];

test('a failure is the one that all routes share', () => {
  expect(refusal()).toEqual({ $ref: '#/components/responses/Failure400' });
});

test('fields that a refused request carries besides stand in its schema', () => {
  expect(refusal({ imported: false })).toMatchObject({
    description: 'As everywhere, with `imported: false`.',
    content: {
      'application/json': {
        schema: {
          $ref: '#/$defs/ImportQueuedFailure',
          $defs: {
            ImportQueuedFailure: {
              allOf: [{ $ref: '#/components/schemas/Failure' }, { properties: { imported: { const: false } } }],
            },
          },
        },
      },
    },
  });
});

test('an operation tells the scope that a limited token needs', () => {
  expect(describeRoutes([route()]).paths['/api/v1/imports']?.['post']).toMatchObject({ 'x-scope': 'admin' });
});

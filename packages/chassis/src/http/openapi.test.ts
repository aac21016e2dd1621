import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineOpenRoute } from './open-route.ts';
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
  const open = { ...route(), scope: 'any' as const };
  expect(describeRoutes([open]).paths['/api/v1/imports']?.['post']).toMatchObject({ 'x-scope': 'any' });
});

test('an open route tells where it sends a browser, its query, and what it may refuse', () => {
  const signIn = defineOpenRoute({
    method: 'GET',
    path: '/auth/start',
    action: 'action_start',
    summary: 'Sign in',
    description: 'Signs in.',
    query: z.object({ entity: z.string().describe('Its slug.'), return_to: z.string().optional().describe('Then.') }),
    output: z.object({ done: z.boolean() }),
    redirects: true,
    setsCookies: 'Ties it to this browser.',
    failures: ['response_provider_unreachable'],
    handle: async () => ({ status: 200, detail: 'Done.', fields: {} }),
  });
  const described = z
    .looseObject({ responses: z.record(z.string(), z.unknown()), parameters: z.unknown() })
    .parse(describeRoutes([], [signIn]).paths['/auth/start']?.['get']);
  expect(Object.keys(described.responses)).toEqual('200 303 400 404 414 429 431 500 502 503 504'.split(' '));
  expect(described.responses['303']).toMatchObject({ headers: { Location: { schema: { format: 'uri-reference' } } } });
  for (const status of ['200', '303'])
    expect(described.responses[status]).toMatchObject({
      headers: { 'Set-Cookie': { description: 'Ties it to this browser.' } },
    });
  expect(described.parameters).toEqual([
    { name: 'entity', in: 'query', required: true, schema: { type: 'string' }, description: 'Its slug.' },
    { name: 'return_to', in: 'query', required: false, schema: { type: 'string' }, description: 'Then.' },
  ]);
});

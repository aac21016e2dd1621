import { describeRoutes } from '@linescope/chassis/http/openapi';
import { defineRoute, ok } from '@linescope/chassis/http/route';
import { integerInput } from '@linescope/contract/inputs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createActionFinder } from './find-action.ts';
import { mergeParts, partSchema } from './merge-parts.ts';

const shared = (description: string) =>
  z.object({ id: z.number(), description: z.literal(description) }).meta({ id: 'Thing' });

const routeOf = (path: string, action: string, output: z.ZodType, method: 'GET' | 'POST' = 'GET') =>
  defineRoute({
    method,
    path,
    action,
    summary: action,
    role: 'member',
    input: path.includes(':id') ? z.object({ id: integerInput({ min: 1 }) }) : z.object({}),
    output,
    handle: async () => ok({}),
  });

const partOf = (...routes: ReturnType<typeof routeOf>[]) =>
  partSchema.parse(JSON.parse(JSON.stringify(describeRoutes(routes))));

const thing = shared('one');
const parts = new Map([
  [
    'identity' as const,
    partOf(
      routeOf('/teams/:id', 'action_team', z.object({ things: z.array(thing), first: thing })),
      routeOf('/teams/named', 'action_named', z.object({})),
      routeOf('/teams', 'action_created', z.object({}), 'POST'),
    ),
  ],
  ['imports' as const, partOf(routeOf('/imports', 'action_imports', z.object({ thing: shared('two') })))],
]);

test('the parts of all units make one document whose references all lead somewhere', () => {
  const document = mergeParts(parts);
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Linescope' },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    tags: [{ name: 'Teams' }, { name: 'Imports' }, { name: 'health' }],
  });
  expect(Object.keys(z.object({ paths: z.record(z.string(), z.unknown()) }).parse(document).paths)).toEqual([
    '/api/v1/imports',
    '/api/v1/teams',
    '/api/v1/teams/named',
    '/api/v1/teams/{id}',
    '/healthz',
    '/readyz',
  ]);
  const text = JSON.stringify(document);
  expect(text).not.toContain('$defs');
  const references = [...text.matchAll(/"\$ref":"#\/components\/([^"/]+)\/([^"]+)"/g)].map(([, kind, name]) => [
    kind,
    name,
  ]);
  const { components } = z
    .object({ components: z.record(z.string(), z.record(z.string(), z.unknown())) })
    .parse(document);
  expect(references).toContainEqual(['schemas', 'Failure']);
  expect(references).toContainEqual(['parameters', 'IdempotencyKey']);
  for (const [kind = '', name = ''] of references) expect(Object.keys(components[kind] ?? {})).toContain(name);
});

test('schemas of one name and different content stay apart', () => {
  const text = JSON.stringify(mergeParts(parts));
  expect(text).toContain('"const":"one"');
  expect(text).toContain('"const":"two"');
});

test('a failure is named by the action of its route', () => {
  const actionOf = createActionFinder(parts);
  expect(actionOf('GET', '/api/v1/teams/7')).toBe('action_team');
  expect(actionOf('HEAD', '/api/v1/teams/named')).toBe('action_named');
  expect(actionOf('POST', '/api/v1/teams')).toBe('action_created');
  expect(actionOf('GET', '/api/v1/teams')).toBe('action_unknown');
  expect(actionOf('GET', '/nowhere')).toBe('action_unknown');
});

test('a failure with fields of its route says what it means everywhere, and which fields these are', () => {
  const queue = defineRoute({
    ...routeOf('/imports', 'action_import_queued', z.object({}), 'POST'),
    failureFields: { imported: false },
  });
  expect(mergeParts(new Map([['imports', partOf(queue)]]))).toMatchObject({
    paths: {
      '/api/v1/imports': {
        post: {
          responses: {
            '401': {
              description: 'No token, or one that is unknown, revoked or expired. With `imported: false`.',
            },
          },
        },
      },
    },
  });
});

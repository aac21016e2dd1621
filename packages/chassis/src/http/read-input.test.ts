import { expect, test } from 'vitest';
import { z } from 'zod';
import { readInput } from './read-input.ts';
import { defineRoute, ok } from './route.ts';

const route = defineRoute({
  method: 'GET',
  path: '/things',
  action: 'action_thing_list',
  summary: 'List things',
  role: 'member',
  input: z.object({}),
  records: { field: 'things' },
  output: z.unknown(),
  handle: async () => ok({}),
});
const formIn = (query: string, body: [string, unknown][]) =>
  readInput(route, `/things${query}`, { bytes: Buffer.alloc(0), parameters: new Map(body) }, {}).format;

test('an export is asked for in the query alone: the gateway, which counts exports, reads no bodies', () => {
  expect(formIn('?format=csv', [])).toBe('csv');
  expect(formIn('', [['format', 'json']])).toBeNull();
  expect(() => formIn('', [['format', 'csv']])).toThrow('format must be given in the query');
});

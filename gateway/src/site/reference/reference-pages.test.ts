import { expect, test } from 'vitest';
import { readApiDocument } from './api-document.ts';
import { operationPage, operationsOf, referenceIndex } from './reference-pages.ts';

const document = readApiDocument(
  JSON.stringify({
    tags: [
      { name: 'Releases', description: 'What was released.' },
      { name: 'Empty', description: 'Nothing is here.' },
    ],
    paths: {
      '/api/v1/releases/{id}': {
        put: {
          operationId: 'changeRelease',
          tags: ['Releases'],
          summary: 'Change a <release>',
          description: 'Its `name`, for instance.',
          'x-role': 'admin',
          'x-scope': 'admin',
          parameters: [
            { $ref: '#/components/parameters/Key' },
            {
              name: 'id',
              in: 'path',
              required: true,
              description: 'Which.',
              schema: { type: 'integer', minimum: 1, maximum: 9 },
            },
          ],
          requestBody: {
            content: {
              'application/x-www-form-urlencoded': {
                schema: {
                  type: 'object',
                  required: ['state_em'],
                  properties: { state_em: { type: 'string', enum: ['open', 'closed'], description: 'How it is.' } },
                },
              },
            },
          },
          responses: {
            200: {
              description: 'Done.',
              content: {
                'application/json': { schema: { $ref: '#/components/schemas/Release' }, example: { name: 'v1' } },
              },
            },
            404: { $ref: '#/components/responses/NotFound' },
          },
        },
        get: { 'x-action': 'action_without_a_name' },
      },
    },
    components: {
      parameters: { Key: { name: 'Idempotency-Key', in: 'header', description: 'Once.', schema: { type: 'string' } } },
      responses: { NotFound: { description: 'There is none.' } },
      schemas: {
        Release: {
          type: 'object',
          required: ['commits'],
          properties: {
            name: { type: ['string', 'null'], description: 'Its name.' },
            commits: { type: 'array', items: { $ref: '#/components/schemas/Commit' }, description: 'In it.' },
          },
        },
        Commit: { type: 'object', properties: { sha: { type: 'string', description: 'Of 40 digits.' } } },
      },
    },
  }),
);

test('the reference lists the calls of each tag that has any, and leads to a page of each', () => {
  expect(document.tags.map(({ name }) => name)).toEqual(['Releases']);
  expect(operationsOf(document).map(({ operationId }) => operationId)).toEqual(['changeRelease']);
  const index = referenceIndex(document);
  expect(index).toContain('href="/docs/reference/changeRelease"');
  expect(index).toContain('Change a &lt;release&gt;');
});

test('a page of a call tells who may call it, what to give, what comes back and how to type it', () => {
  const [call] = operationsOf(document);
  if (!call) throw new Error('no call');
  const page = operationPage(document, call);
  expect(page).toContain('Needs the role <code>admin</code>');
  expect(page).toContain('limited to scopes needs <code>admin</code>');
  expect(page).toContain('<p>Its <code>name</code>, for instance.</p>');
  expect(page).toContain('integer, 1 to 9');
  expect(page).toContain('<code>open</code> <code>closed</code>');
  // What a reference stands for, and what a list holds.
  expect(page).toContain('Idempotency-Key');
  expect(page).toContain('There is none.');
  expect(page).toContain('Of 40 digits.');
  expect(page).toContain('string or null');
  expect(page).toContain(
    `curl -s -X PUT -H &quot;Authorization: Bearer $TOKEN&quot; &quot;$LINESCOPE/api/v1/releases/1&quot; \\\n  -d 'state_em=open'`,
  );
  expect(page).toContain('&quot;name&quot;: &quot;v1&quot;');
  expect(page).not.toContain('<release>');
});

import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { defineEvent } from '@linescope/contract/events/define-event';
import { booleanInput, dateInput, integerInput, stringArrayInput, stringInput } from '@linescope/contract/inputs';
import { eventually } from '@linescope/test-kit/eventually';
import { TEST_PRINCIPAL, testService } from '@linescope/test-kit/test-service';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { serviceSettings } from '../config/settings.ts';
import { openBroker } from '../events/broker.ts';
import { consumeEvent } from '../events/consume.ts';
import { listDeadLetters, replayDeadLetter } from '../events/dead-letters.ts';
import { openOutbox } from '../events/outbox.ts';
import { created, defineRoute, ok } from '../http/route.ts';
import { serveRoutes } from '../http/serve-routes.ts';
import { migratePostgres } from '../postgres/migrate.ts';
import { openPostgres } from '../postgres/postgres.ts';
import { defineService } from './run-service.ts';

const noteWritten = defineEvent('notes', 'note_written', 1, z.object({ text: z.string() }));

async function noteMigrations(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'linescope-migrations-'));
  await writeFile(
    join(folder, '0001_notes.sql'),
    'CREATE TABLE notes (id bigint GENERATED ALWAYS AS IDENTITY, text text NOT NULL)',
  );
  return folder;
}

/** A service as small as can be that uses every part of the chassis. */
const notes = defineService({
  name: 'notes',
  config: z.object(serviceSettings),
  async start(runtime) {
    const postgres = await openPostgres(runtime);
    await migratePostgres(postgres, await noteMigrations());
    const broker = await openBroker(runtime);
    const outbox = await openOutbox(runtime, postgres, broker);
    const received: string[] = [];
    const poison = { active: true };
    await consumeEvent(runtime, broker, noteWritten, async (event) => {
      if (event.data.text === 'malformed' && poison.active) throw new z.ZodError([]);
      received.push(event.data.text);
    });
    const routes = [
      defineRoute({
        method: 'POST',
        path: '/notes',
        action: 'action_note_written',
        summary: 'Write a note',
        role: 'member',
        input: z.object({
          text: stringInput({ max: 20 }),
          tags: stringArrayInput().optional(),
          loud: booleanInput.default(false),
          count: integerInput({ min: 1 }).optional(),
          day: dateInput.optional(),
        }),
        output: z.looseObject({ action_em: z.string() }),
        async handle(input, { principal }) {
          await postgres.transaction(async (tx) => {
            await tx.run('INSERT INTO notes (text) VALUES ($1)', [input.text]);
            await outbox.add(tx, noteWritten, {
              entityId: principal.entityId,
              aggregateId: 1,
              aggregateVersion: 1,
              data: { text: input.text },
            });
          });
          return created({ action_em: 'action_note_written', ...input });
        },
      }),
      defineRoute({
        method: 'GET',
        path: '/notes/:id',
        action: 'action_note',
        summary: 'Read a note',
        role: 'admin',
        input: z.object({ id: integerInput({ min: 1 }) }),
        output: z.object({ id: z.number() }),
        handle: async (input) => ok({ id: input.id }),
      }),
      defineRoute({
        method: 'GET',
        path: '/broken',
        action: 'action_broken',
        summary: 'Always fails',
        role: 'member',
        input: z.object({}),
        output: z.object({}),
        handle: async () => {
          throw new Error('select secret from vault');
        },
      }),
    ];
    const { port } = await serveRoutes(runtime, { routes, postgres, claimIdempotencyKey: async () => true });
    return { httpPort: port, received, poison, postgres, broker };
  },
});

let service: Awaited<ReturnType<typeof testService<typeof notes.config, Awaited<ReturnType<typeof notes.start>>>>>;
beforeAll(async () => {
  service = await testService(notes);
});

const countNotes = async () =>
  (await service.started.postgres.one(z.object({ count: z.number() }), 'SELECT count(*) AS count FROM notes')).count;

describe('a request', () => {
  test('may come as form, JSON or multipart, with lists in every spelling', async () => {
    const bodies: RequestInit[] = [
      { body: 'text=hi&tags[]=a&tags[]=b&loud=TRUE', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      {
        body: JSON.stringify({ text: 'hi', tags: ['a', 'b'], loud: true }),
        headers: { 'content-type': 'application/json' },
      },
      { body: 'text=hi&tags=a&tags=b&loud=true', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      { body: multipart({ text: 'hi', tags: 'a,b', loud: 'true' }) },
    ];
    for (const body of bodies) {
      const answer = await service.call('POST', '/notes?text=query', { init: body });
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({ text: 'hi', tags: ['a', 'b'], loud: true });
    }
  });

  test('with several faults is answered with all of them at once', async () => {
    const answer = await service.call('POST', '/notes', {
      form: { text: 'x'.repeat(21), loud: 'maybe', count: '0', day: '2026-02-30' },
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ action_em: 'action_note_written', response_em: 'response_invalid_parameters' });
    expect(answer.body.errors.map((error: { param: string }) => error.param).sort()).toEqual([
      'count',
      'day',
      'loud',
      'text',
    ]);
    expect(answer.body.response_detail).toContain('loud must be true or false.');
  });

  test('without a required parameter is answered with its name', async () => {
    const answer = await service.call('POST', '/notes', { form: { text: '' } });
    expect(answer.body.errors).toEqual([{ param: 'text', code_em: 'missing', detail: 'text is required.' }]);
  });

  test('with an unknown parameter is answered, and the parameter is named', async () => {
    const answer = await service.call('POST', '/notes', { form: { text: 'a', colour: 'red', größe: '1' } });
    expect(answer.headers.get('x-ignored-parameters')).toBe('colour,gr%C3%B6%C3%9Fe');
  });

  test('carries its trace identifier through, or gets one', async () => {
    const given = await service.call('GET', '/broken', { headers: { 'x-trace-identifier': 'my-trace' } });
    expect(given.headers.get('x-trace-identifier')).toBe('my-trace');
    const fresh = await service.call('GET', '/notes/1', { headers: { 'x-trace-identifier': 'not\tvisible' } });
    expect(fresh.headers.get('x-trace-identifier')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  });

  test('that meets our own defect learns nothing of the inside', async () => {
    const answer = await service.call('GET', '/broken');
    expect(answer.status).toBe(500);
    expect(JSON.stringify(answer.body)).not.toContain('vault');
  });

  test('without a principal, or with a forged one, is refused', async () => {
    for (const principal of ['', 'a.b.c']) {
      const answer = await service.call('GET', '/notes/1', { headers: { 'x-linescope-principal': principal } });
      expect(answer.status).toBe(401);
    }
  });

  test('beyond the role is forbidden; an unknown path is 404; another method is 405', async () => {
    const member = { ...TEST_PRINCIPAL, role: 'member' as const };
    expect((await service.call('GET', '/notes/1', { as: member })).status).toBe(403);
    expect((await service.call('GET', '/nowhere')).status).toBe(404);
    const wrong = await service.call('DELETE', '/notes/1');
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET']);
  });

  test('with a body that is too large, unknown or broken is refused', async () => {
    const send = (body: string | Uint8Array<ArrayBuffer>, type: string) =>
      service.call('POST', '/notes', { init: { body, headers: { 'content-type': type } } });
    expect((await send('x'.repeat(1024 * 1024 + 1), 'application/json')).status).toBe(413);
    expect((await send('<a/>', 'application/xml')).status).toBe(415);
    expect((await send('{"text":', 'application/json')).status).toBe(400);
    expect((await send('[1]', 'application/json')).status).toBe(400);
    expect((await send('text=%ff%fe', 'application/x-www-form-urlencoded')).status).toBe(400);
    expect((await send(new Uint8Array([0x7b, 0xff, 0x7d]), 'application/json')).status).toBe(400);
    expect((await send('{"__proto__":{"text":"x"}}', 'application/json')).status).toBe(400);
    expect((await send('['.repeat(500_000), 'application/json')).status).toBe(400);
  });
});

describe('a body with a Content-Encoding', () => {
  const send = (body: string | Uint8Array<ArrayBuffer>, encoding: string, path = '/notes') =>
    service.call('POST', path, {
      init: { body, headers: { 'content-type': 'application/json', 'content-encoding': encoding } },
    });

  test.each(['gzip', 'GZIP', 'br', 'deflate', 'zstd', 'identity, gzip', 'x'])(
    'of %s is refused as such',
    async (encoding) => {
      const before = await countNotes();
      for (const body of [new Uint8Array(gzipSync('{"text":"packed"}')), '{"text":"plain"}']) {
        const answer = await send(body, encoding);
        expect([answer.status, answer.body]).toMatchObject([
          415,
          {
            response_em: 'response_unsupported_media_type',
            response_detail: expect.stringContaining('Content-Encoding'),
          },
        ]);
      }
      expect(await countNotes()).toBe(before);
    },
  );

  test('that says it has none is read', async () => {
    for (const encoding of ['identity', 'Identity', ''])
      expect((await send('{"text":"plain"}', encoding)).status).toBe(201);
  });
});

describe('an Idempotency-Key', () => {
  test('replays the first answer, has one effect, and refuses another body', async () => {
    const before = await countNotes();
    const headers = { 'idempotency-key': 'once' };
    const first = await service.call('POST', '/notes', { form: { text: 'once' }, headers });
    const again = await service.call('POST', '/notes', { form: { text: 'once' }, headers });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(await countNotes()).toBe(before + 1);
    const other = await service.call('POST', '/notes', { form: { text: 'other' }, headers });
    expect(other.status).toBe(409);
  });

  test('of a refused request stays that request’s: it may be sent again, another may not', async () => {
    const headers = { 'idempotency-key': 'refused' };
    expect((await service.call('POST', '/notes', { form: { loud: 'true' }, headers })).status).toBe(400);
    expect((await service.call('POST', '/notes', { form: { loud: 'true' }, headers })).status).toBe(400);
    expect((await service.call('POST', '/notes', { form: { text: 'fine' }, headers })).status).toBe(409);
  });
});

describe('an event', () => {
  test('reaches its consumer once the change is committed', async () => {
    await service.call('POST', '/notes', { form: { text: 'publish this' } });
    await eventually(() => service.started.received.includes('publish this'));
  });

  test('that cannot be handled becomes a dead letter, and can be replayed', async () => {
    const { broker, received, poison } = service.started;
    await service.call('POST', '/notes', { form: { text: 'malformed' } });
    const letter = await eventually(async () => {
      for await (const found of listDeadLetters(broker)) return found;
      return null;
    });
    expect(letter.subject).toContain('notes.note_written.v1');
    poison.active = false;
    expect(await replayDeadLetter(broker, letter.sequence)).toBe(true);
    await eventually(() => received.includes('malformed'));
  });
});

function multipart(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

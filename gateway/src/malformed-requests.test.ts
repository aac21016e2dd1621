import { serviceSettings } from '@linescope/chassis/config/settings';
import { created, defineRoute, ok } from '@linescope/chassis/http/route';
import { serveRoutes } from '@linescope/chassis/http/serve-routes';
import { openPostgres } from '@linescope/chassis/postgres/postgres';
import { defineService } from '@linescope/chassis/service/run-service';
import { failureSchema } from '@linescope/contract/envelope';
import { booleanInput, dateInput, integerInput, stringArrayInput, stringInput } from '@linescope/contract/inputs';
import { testNats } from '@linescope/test-kit/test-nats';
import { testService } from '@linescope/test-kit/test-service';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { malformedRequests } from '../testing/malformed-requests.ts';
import { sendRaw } from '../testing/raw-socket.ts';
import { startTestGateway } from '../testing/test-gateway.ts';

const COUNT = 10_000;
const AT_ONCE = 48;

const teams = defineService({
  name: 'developers-teams',
  config: z.object(serviceSettings),
  async start(runtime) {
    const postgres = await openPostgres(runtime);
    const shared = { role: 'member' as const, output: z.looseObject({}), summary: 'A team' };
    const routes = [
      defineRoute({
        ...shared,
        method: 'POST',
        path: '/teams',
        action: 'action_team_created',
        input: z.object({
          name: stringInput({ max: 100 }),
          size: integerInput({ min: 0, max: 1_000_000 }).optional(),
          tags: stringArrayInput().optional(),
          day: dateInput.optional(),
          loud: booleanInput.optional(),
        }),
        handle: async (input) => created(input),
      }),
      defineRoute({
        ...shared,
        method: 'GET',
        path: '/teams/:id',
        action: 'action_team',
        input: z.object({ id: integerInput({ min: 1 }) }),
        handle: async (input) => ok(input),
      }),
    ];
    const { port } = await serveRoutes(runtime, { routes, postgres });
    return { httpPort: port };
  },
});

test(`${COUNT} malformed requests leave the gateway serving, each answered by an envelope and none by 500`, {
  timeout: 240_000,
}, async () => {
  const nats = await testNats();
  const service = await testService(teams, { NATS_URL: nats.url, NATS_NAMESPACE: nats.namespace });
  const gateway = await startTestGateway(
    {
      DEVELOPERS_TEAMS_HTTP: service.url,
      RATE_LIMIT_PER_MINUTE: '1000000',
      OPEN_REQUESTS_PER_MINUTE: '1000000',
      FAILED_AUTHENTICATIONS_PER_MINUTE: '1000000',
      HEADERS_TIMEOUT_MS: '1000',
      REQUEST_TIMEOUT_MS: '1500',
    },
    { nats },
  );
  const seen = new Map<string, number>();
  const wrong: string[] = [];
  const queue = malformedRequests(COUNT, 20_261_115);
  const work = async () => {
    for (const { kind, parts, end } of queue) {
      const answer = await sendRaw(gateway.port, parts, { untilMs: 20_000, end });
      const outcome = `${kind}: ${answer.status}`;
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
      const isEnvelope = failureSchema.safeParse(parse(answer.body)).success;
      // Who hung up before the answer goes without; nobody else does.
      const isFine =
        answer.status === 0 ? end && answer.head === '' : answer.status < 400 || (answer.status !== 500 && isEnvelope);
      if (!isFine) wrong.push(`${outcome} ${answer.head.slice(0, 200)} ${answer.body.slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (process.env['TEST_SHOW_ANSWERS'])
    console.log(
      [...seen]
        .sort()
        .map(([outcome, count]) => `${outcome} ×${count}`)
        .join('\n'),
    );
  expect(wrong).toEqual([]);
  expect([...seen.values()].reduce((sum, count) => sum + count, 0)).toBe(COUNT);
  const after = await gateway.send('/api/v1/teams', { method: 'POST', body: new URLSearchParams({ name: 'core' }) });
  expect([after.status, after.body]).toEqual([201, { name: 'core' }]);
});

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

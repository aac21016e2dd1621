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
import { type Malformed, malformedRequests } from '../testing/malformed-requests.ts';
import { sendRaw } from '../testing/raw-socket.ts';
import { startTestGateway } from '../testing/test-gateway.ts';

const COUNT = 4_000;
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
    const { port } = await serveRoutes(runtime, { routes, postgres, claimIdempotencyKey: async () => true });
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
  let answered = 0;
  const wrong: string[] = [];
  const slow: Promise<void>[] = [];
  const queue = malformedRequests(COUNT, 20_261_115);

  async function send({ kind, parts, end }: Malformed): Promise<void> {
    const { status, head, body } = await sendRaw(gateway.port, parts, { untilMs: 60_000, end });
    answered += 1;
    // Who hung up before the answer goes without; nobody else does.
    const isFine = status === 0 ? end && head === '' : status < 400 || (status !== 500 && isEnvelope(body));
    if (!isFine) wrong.push(`${kind}: ${status} ${head.slice(0, 200)} ${body.slice(0, 200)}`);
  }
  const work = async () => {
    for (const malformed of queue) {
      if (malformed.slow) slow.push(send(malformed));
      else await send(malformed);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await Promise.all(slow);
  expect(wrong).toEqual([]);
  expect(answered).toBe(COUNT);
  const after = await gateway.send('/api/v1/teams', { method: 'POST', body: new URLSearchParams({ name: 'core' }) });
  expect([after.status, after.body]).toEqual([201, { name: 'core' }]);
});

function isEnvelope(text: string): boolean {
  try {
    return failureSchema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

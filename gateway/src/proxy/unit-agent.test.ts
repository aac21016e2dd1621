import { once } from 'node:events';
import { createServer, get, IncomingMessage } from 'node:http';
import { eventually } from '@linescope/test-kit/eventually';
import { expect, test } from 'vitest';
import { UnitAgent } from './unit-agent.ts';

test('a connection to a unit is kept for the next request, and closed when none came for long', async () => {
  const unit = createServer((_request, response) => response.end('done'));
  await once(unit.listen(0, '127.0.0.1'), 'listening');
  const address = unit.address();
  const agent = new UnitAgent(200);
  const ask = async () => {
    const request = get({ host: '127.0.0.1', port: typeof address === 'object' ? address?.port : 0, agent });
    const [answer] = await once(request, 'response');
    if (answer instanceof IncomingMessage) await once(answer.resume(), 'end');
    return request.reusedSocket;
  };
  expect(await ask()).toBe(false);
  expect(await ask()).toBe(true);
  await eventually(() => Object.values(agent.freeSockets).flat().length === 0);
  expect(await ask()).toBe(false);
  agent.destroy();
  unit.close();
});

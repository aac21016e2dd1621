import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asBrokerUser, BROKER_USERS, type BrokerUser } from '@linescope/chassis/events/broker-users';
import { startNats } from '@linescope/local-stores/nats';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';

/** A broker as the one-machine stack runs it: a user for each service, with what that service does and no more. */
export async function startBrokerWithUsers() {
  const dataDir = mkdtempSync(join(tmpdir(), 'linescope-nats-'));
  const passwords = Object.fromEntries(BROKER_USERS.map((user) => [user, `${user}-password`])) as Record<
    BrokerUser,
    string
  >;
  const refusals: string[] = [];
  const server = await startNats({
    dataDir,
    passwords,
    log: (line) => {
      if (line.includes('Violation')) refusals.push(line);
    },
  });
  removeAfterFile(async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true });
  });
  const urlOf = (user: BrokerUser) => asBrokerUser(server.url, user, passwords[user]);
  return { address: server.url, urlOf, refusals };
}

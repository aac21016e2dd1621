import { brokerAddress } from '@linescope/chassis/events/broker-address';
import { BROKER_USERS, type BrokerUser } from '@linescope/chassis/events/broker-users';
import { ensureStreams } from '@linescope/chassis/events/streams';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { connect, type NatsConnection } from 'nats';
import { beforeAll, expect, test } from 'vitest';
import { startBrokerWithUsers } from '../support/broker-with-users.ts';

let broker: Awaited<ReturnType<typeof startBrokerWithUsers>>;
let operator: NatsConnection;

beforeAll(async () => {
  broker = await startBrokerWithUsers();
  operator = await connectAs('admin');
  const manager = await operator.jetstreamManager();
  await ensureStreams(manager, 'linescope', { replicas: 1, bytes: 16 * 1024 * 1024 });
  await operator.jetstream().publish('linescope.facts.7.git.v1', 'facts of a tenant');
  await operator.jetstream().publish('linescope.events.7.identity.connection_added.v1', '{}');
}, 60_000);

async function connectAs(user: BrokerUser): Promise<NatsConnection> {
  const connection = await connect({ ...brokerAddress(broker.urlOf(user)), reconnect: false });
  removeAfterFile(() => connection.close());
  return connection;
}

/** Whether the broker let the user do it: a refusal arrives as an error of the connection before its flush is answered. */
async function isRefused(user: BrokerUser, act: (connection: NatsConnection) => void): Promise<boolean> {
  const connection = await connectAs(user);
  const status = connection.status()[Symbol.asyncIterator]();
  const first = status.next();
  act(connection);
  await connection.flush().catch(() => {});
  const outcome = await Promise.race([first.then(({ value }) => value), connection.flush().then(() => null)]);
  await connection.close();
  return outcome?.type === 'error' && String(outcome.data).includes('PERMISSIONS_VIOLATION');
}

const others = (...allowed: BrokerUser[]) => BROKER_USERS.filter((user) => !['admin', ...allowed].includes(user));

/** Each subject by those who may publish to it; everyone else must be refused. */
const PUBLISHERS: [subject: string, allowed: BrokerUser[]][] = [
  ['linescope.events.7.identity.entity_offboarding.v1', ['identity']],
  ['linescope.events.7.identity.token_changed.v1', ['identity']],
  ['linescope.gateways.uses', ['gateway']],
  ['linescope.facts.7.git.v1', ['imports']],
  ['linescope.events.7.analytics.commits_stored.v1', ['analytics']],
  ['linescope.events.7.developers_teams.committer_changed.v1', ['developers-teams']],
  ['$JS.API.STREAM.DELETE.linescope_EVENTS', []],
  ['$JS.API.STREAM.UPDATE.linescope_EVENTS', ['identity']],
  ['$JS.API.STREAM.PURGE.linescope_FACTS', ['identity']],
  ['$JS.API.STREAM.MSG.GET.linescope_FACTS', []],
  ['$JS.API.STREAM.MSG.GET.linescope_DEAD', ['identity']],
  ['$JS.API.CONSUMER.MSG.NEXT.linescope_FACTS.analytics__facts', ['analytics']],
  ['$JS.API.CONSUMER.DELETE.linescope_FACTS.analytics__facts', ['analytics']],
  ['$JS.API.CONSUMER.CREATE.linescope_FACTS', []],
  ['$JS.API.CONSUMER.DURABLE.CREATE.linescope_EVENTS.reader', []],
  ['$JS.API.CONSUMER.CREATE.linescope_EVENTS.imports__offer_repos.linescope.events.>', []],
];

test('whoever has no password is not served', async () => {
  await expect(connect({ servers: broker.address, reconnect: false })).rejects.toThrow(/authorization/i);
  await expect(connect({ servers: broker.address, user: 'identity', pass: '', reconnect: false })).rejects.toThrow();
});

test.each(PUBLISHERS)('%s is published by %j alone', async (subject, allowed) => {
  for (const user of others()) {
    const refused = await isRefused(user, (connection) => connection.publish(subject));
    expect([user, refused]).toEqual([user, !allowed.includes(user)]);
  }
});

test('nobody reads what is meant for another: facts, events, answers', async () => {
  for (const subject of ['>', 'linescope.facts.>', 'linescope.events.>', '_INBOX.>', '$JS.API.>']) {
    for (const user of others()) {
      const subscribe = (connection: NatsConnection) => void connection.subscribe(subject);
      expect([user, subject, await isRefused(user, subscribe)]).toEqual([user, subject, true]);
    }
  }
  for (const user of others('gateway')) {
    const subscribe = (connection: NatsConnection) => void connection.subscribe('linescope.gateways.uses');
    expect([user, await isRefused(user, subscribe)]).toEqual([user, true]);
  }
});

test('the gateway, which everybody reaches, has no way to any stream', async () => {
  for (const call of ['INFO', 'STREAM.INFO.linescope_EVENTS', 'STREAM.MSG.GET.linescope_EVENTS']) {
    expect(await isRefused('gateway', (connection) => connection.publish(`$JS.API.${call}`))).toBe(true);
  }
});

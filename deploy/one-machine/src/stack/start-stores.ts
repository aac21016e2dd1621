import { asBrokerUser } from '@linescope/chassis/events/broker-users';
import { startClickHouse } from '@linescope/local-stores/clickhouse';
import { startNats } from '@linescope/local-stores/nats';
import { pickPorts } from '@linescope/local-stores/ports';
import { postgresUrl, startPostgres } from '@linescope/local-stores/postgres';
import { filesIn, type Settings } from '../settings.ts';
import type { Launcher, StartProcess } from './launch.ts';
import type { Secrets } from './secrets.ts';

export interface Store {
  url: string;
  ready: Promise<unknown>;
}

/** Starts each store that is not given. Their addresses are known at once; what needs a store waits for it and no other. */
export async function startStores(
  { given, dataDir, logLevel }: Settings,
  secrets: Secrets,
  launcher: Launcher,
): Promise<{ postgres: Store; nats: Store; clickhouse: Store }> {
  const folder = filesIn(dataDir).of;
  const [postgresPort = 0, natsPort = 0, clickHousePort = 0] = await pickPorts(3);
  const { postgres_password: password, nats_passwords: passwords } = secrets;

  const start = (name: keyof Settings['given'], url: string, startProcess: StartProcess): Store => {
    const givenUrl = given[name];
    if (givenUrl !== undefined) return { url: givenUrl, ready: Promise.resolve() };
    const ready = launcher.launch({ [name]: startProcess });
    ready.catch(() => {}); // thrown to whoever waits for it
    return { url, ready };
  };
  return {
    clickhouse: start('clickhouse', clickHouseUrl(secrets.clickhouse_password, clickHousePort), (hooks) =>
      startClickHouse({
        ...hooks,
        dataDir: folder('clickhouse'),
        port: clickHousePort,
        env: { LOG_LEVEL: logLevel, CLICKHOUSE_HOST_PASSWORD: secrets.clickhouse_password },
      }),
    ),
    nats: start('nats', asBrokerUser(`nats://127.0.0.1:${natsPort}`, 'admin', passwords.admin), (hooks) =>
      startNats({ ...hooks, dataDir: folder('nats'), port: natsPort, passwords }),
    ),
    postgres: start('postgres', postgresUrl(postgresPort, password), (hooks) =>
      startPostgres({ ...hooks, dataDir: folder('postgres'), port: postgresPort, password }),
    ),
  };
}

/** Other users of the machine reach the port too, so that no store may serve without a password. */
const clickHouseUrl = (password: string, port: number): string => `http://linescope:${password}@127.0.0.1:${port}`;

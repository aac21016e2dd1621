import { withClient } from '@linescope/chassis/postgres/service-roles';
import { MAX_PAYLOAD } from '@linescope/local-stores/nats';
import { GenericContainer, getContainerRuntimeClient, type StartedTestContainer, Wait } from 'testcontainers';
import { eventually } from './eventually.ts';

/** What a test run needs of a server, wherever it runs. */
export interface TestServer {
  url: string;
  stop(): Promise<unknown>;
}

const PASSWORD = 'test';

/** The images that compose names; others by variable, such as our own of hosts that cannot pull. */
export const IMAGES = {
  postgres: process.env['TEST_POSTGRES_IMAGE'] || 'docker.io/library/postgres:18',
  nats: process.env['TEST_NATS_IMAGE'] || 'docker.io/library/nats:2.12-alpine',
  clickhouse: process.env['TEST_CLICKHOUSE_IMAGE'] || 'docker.io/clickhouse/clickhouse-server:26.3',
};

/** Why tests cannot run against containers here, in a sentence; undefined where they can. */
export async function whyNoContainers(): Promise<string | undefined> {
  try {
    const client = await getContainerRuntimeClient();
    const list = await client.container.dockerode.listImages();
    const known = new Set(list.flatMap(({ RepoTags }) => RepoTags ?? []));
    const absent = Object.values(IMAGES).filter((image) => !known.has(image) && !known.has(shortName(image)));
    return absent.length === 0 ? undefined : `these images are not on this machine: ${absent.join(', ')}`;
  } catch (error) {
    return `no container engine answers (${error instanceof Error ? error.message : String(error)})`;
  }
}

/** Docker leaves out its own registry where it lists images. */
const shortName = (image: string) => image.replace(/^docker\.io\/(library\/)?/, '');

/** Said plainly, since engines may ask for more than the machine gives. */
const ULIMITS = { nofile: { soft: 8192, hard: 16384 }, nproc: { soft: 2048, hard: 2048 } };

const container = (image: string, ...ports: number[]) =>
  new GenericContainer(image)
    .withExposedPorts(...ports)
    .withUlimits(ULIMITS)
    .withStartupTimeout(120_000);

export async function startPostgresContainer(): Promise<TestServer> {
  const started = await container(IMAGES.postgres, 5432)
    .withEnvironment({ POSTGRES_PASSWORD: PASSWORD })
    .withCommand(['-c', 'max_connections=200', '-c', 'fsync=off'])
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/))
    .start();
  const url = `postgres://postgres:${PASSWORD}@${addressOf(started, 5432)}/postgres`;
  // An open port is not yet a server that has made its cluster.
  await eventually(async () => (await withClient(url, (client) => client.query('select 1'))).rowCount === 1, 60_000);
  return { url, stop: () => started.stop() };
}

export async function startNatsContainer(): Promise<TestServer> {
  const configuration = `max_payload: ${MAX_PAYLOAD}\njetstream { store_dir: "/data" }\n`;
  const started = await container(IMAGES.nats, 4222, 8222)
    .withCopyContentToContainer([{ content: configuration, target: '/tmp/nats.conf', mode: 0o644 }])
    .withCommand(['--config', '/tmp/nats.conf'])
    .withWaitStrategy(Wait.forLogMessage(/Server is ready/))
    .start();
  return { url: `nats://${addressOf(started, 4222)}`, stop: () => started.stop() };
}

export async function startClickHouseContainer(): Promise<TestServer> {
  const started = await container(IMAGES.clickhouse, 8123)
    .withEnvironment({ CLICKHOUSE_PASSWORD: PASSWORD, CLICKHOUSE_HOST_PASSWORD: PASSWORD })
    .withWaitStrategy(Wait.forHttp('/ping', 8123))
    .start();
  return { url: `http://default:${PASSWORD}@${addressOf(started, 8123)}`, stop: () => started.stop() };
}

const addressOf = (started: StartedTestContainer, port: number) =>
  `${started.getHost()}:${started.getMappedPort(port)}`;

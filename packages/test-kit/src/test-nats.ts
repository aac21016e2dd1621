import { randomBytes } from 'node:crypto';
import { connect } from 'nats';
import { removeAfterFile } from './leave-nothing.ts';
import { serverUrl } from './servers.ts';

export interface TestNats {
  url: string;
  /** Begins the names of the file's streams and subjects, so that files do not receive each other's messages. */
  namespace: string;
}

/** A corner of the run's NATS server; its streams are deleted after the file. */
export async function testNats(): Promise<TestNats> {
  const url = await serverUrl('nats', 'TEST_NATS_URL');
  const namespace = `test${randomBytes(6).toString('hex')}`;
  removeAfterFile(async () => {
    const connection = await connect({ servers: url });
    const manager = await connection.jetstreamManager();
    for await (const name of manager.streams.names()) {
      if (name.startsWith(namespace)) await manager.streams.delete(name);
    }
    await connection.close();
  });
  return { url, namespace };
}

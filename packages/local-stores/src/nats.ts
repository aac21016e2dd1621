import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { type BrokerUser, natsAuthorization } from '@linescope/chassis/events/broker-users';
import { startChild } from './child-process.ts';
import { natsBinary } from './nats-binary.ts';
import { pickPort } from './ports.ts';
import { type ProcessHooks, type RunningProcess, untilReady } from './running-process.ts';

export interface NatsOptions extends ProcessHooks {
  dataDir: string;
  port?: number;
  /** Of each user of the broker; without them, whoever reaches the port is served. */
  passwords?: Record<BrokerUser, string>;
  /** Serves NATS's own monitoring pages when given. */
  monitorPort?: number;
  /** One of several servers that keep streams together: its name, the port for the others, and all their ports. */
  cluster?: { serverName: string; port: number; ports: readonly number[] };
}

/** The largest message, in bytes: what NATS itself recommends as the upper bound. */
export const MAX_PAYLOAD = 8 * 1024 * 1024;

export async function startNats(options: NatsOptions): Promise<RunningProcess> {
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const binary = await natsBinary(join(dataDir, 'package'), options.log);
  const port = options.port ?? (await pickPort());
  const configFile = join(dataDir, 'nats-server.conf');
  writeFileSync(configFile, configuration(dataDir, port, options), { mode: 0o600 });
  chmodSync(configFile, 0o600); // one that an earlier version left may be readable by others

  const child = await startChild({
    command: binary,
    args: ['--config', configFile],
    env: { PATH: '/usr/bin:/bin' },
    cwd: dataDir,
    onLine: options.log,
    onSpawn: options.onSpawn,
  });
  await untilReady('nats', child, () => answersJetStream(port, options.passwords?.admin), 60_000, options.signal);
  return {
    url: `nats://127.0.0.1:${port}`,
    pid: child.pid,
    stop: child.stop,
    exited: child.exited,
    isAlive: () => answersJetStream(port, options.passwords?.admin),
  };
}

// Nothing here is newer than nats-server 2.9, which Debian ships.
function configuration(dataDir: string, port: number, { cluster, monitorPort, passwords }: NatsOptions): string {
  return `${[
    `listen: "127.0.0.1:${port}"`,
    ...(monitorPort === undefined ? [] : [`http: "127.0.0.1:${monitorPort}"`]),
    ...(passwords === undefined ? [] : [natsAuthorization(passwords)]),
    ...(cluster === undefined
      ? []
      : [
          `server_name: "${cluster.serverName}"`,
          `cluster { name: "linescope", listen: "127.0.0.1:${cluster.port}", routes: [${cluster.ports.map((other) => `"nats-route://127.0.0.1:${other}"`).join(', ')}] }`,
        ]),
    `max_payload: ${MAX_PAYLOAD}`,
    // By default three quarters of what is free at the start: a stack that starts on a full disk could not open its streams.
    `jetstream { store_dir: ${JSON.stringify(join(dataDir, 'store'))}, max_file_store: 1TB }`,
  ].join('\n')}\n`;
}

const PROBE_TIMEOUT_MS = 2_000;

/**
 * Asks JetStream itself: a server whose disk was full greets and answers pings as ever, but nothing about its streams, also
 * when there is space again.
 */
function answersJetStream(port: number, password: string | undefined): Promise<boolean> {
  return new Promise((settle) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const finish = (answer: boolean) => {
      clearTimeout(late);
      socket.destroy();
      settle(answer);
    };
    const late = setTimeout(() => finish(false), PROBE_TIMEOUT_MS);
    const credentials = password === undefined ? {} : { user: 'admin', pass: password };
    const inbox = '_INBOX.admin.probe';
    let received = '';
    socket.setEncoding('utf8');
    socket.once('connect', () => {
      socket.write(`CONNECT ${JSON.stringify({ verbose: false, ...credentials })}\r\n`);
      socket.write(`SUB ${inbox} 1\r\nPUB $JS.API.INFO ${inbox} 0\r\n\r\n`);
    });
    socket.on('data', (text: string) => {
      received += text;
      if (/^MSG /m.test(received)) finish(true);
      else if (/^-ERR/m.test(received)) finish(false);
    });
    socket.once('error', () => finish(false));
    socket.once('close', () => finish(false));
  });
}

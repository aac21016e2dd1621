import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

export type ProxiedCall = { method: string; target: string; headers: IncomingHttpHeaders };
export type LocalProxy = AsyncDisposable & { url: URL; calls: ProxiedCall[] };

type Options = {
  /** It knows these names alone, each by its port on loopback: the caller need not know them. */
  names: Record<string, number>;
  credentials?: { user: string; password: string };
  /** Whatever is asked of it, it answers this. */
  refusal?: number;
};

/** A proxy on loopback, for tunnels (CONNECT) and for plain http. */
export async function startLocalProxy({ names, credentials, refusal }: Options): Promise<LocalProxy> {
  const calls: ProxiedCall[] = [];
  const expected =
    credentials && `Basic ${Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')}`;
  const refusalOf = (headers: IncomingHttpHeaders, host: string): number | null => {
    if (refusal !== undefined) return refusal;
    if (expected && headers['proxy-authorization'] !== expected) return 407;
    return names[host] === undefined ? 502 : null;
  };
  const server = createServer((incoming, outgoing) => {
    const { method = '', url: target = '', headers } = incoming;
    calls.push({ method, target, headers });
    const { hostname, pathname, search } = new URL(target);
    const status = refusalOf(headers, hostname);
    if (status !== null) return void outgoing.writeHead(status, { 'proxy-authenticate': 'Basic realm="local"' }).end();
    const onward = request({ port: names[hostname], host: '127.0.0.1', method, headers, path: pathname + search });
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  server.on('connect', ({ method = '', url: target = '', headers }, socket, head) => {
    calls.push({ method, target, headers });
    const status = refusalOf(headers, target.replace(/:\d+$/, ''));
    if (status !== null) {
      return void socket.end(
        `HTTP/1.1 ${status} Refused\r\nProxy-Authenticate: Basic realm="local"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      );
    }
    const onward = connect(names[target.replace(/:\d+$/, '')] ?? 0, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    for (const end of [socket, onward]) end.on('error', () => [socket, onward].forEach((each) => void each.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sockets = new Set<{ destroy(): unknown }>();
  server.on('connection', (socket) => sockets.add(socket).size);
  const { port } = server.address() as AddressInfo;
  const url = new URL(`http://127.0.0.1:${port}`);
  if (credentials) Object.assign(url, { username: credentials.user, password: credentials.password });
  return {
    url,
    calls,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { promisify } from 'node:util';

/** What somebody else on the machine gets of a stack: the program below, run as a user without any right. */
export interface Found {
  /** Files that could be read and folders that could be listed. */
  files: string[];
  /** Answers other than a refusal. */
  answers: { port: number; path: string; body: string }[];
  /** What Postgres and NATS said. */
  greetings: Record<string, string>;
  /** Codes with which gRPC calls without the units' token ended: 16 is "not known who asks". */
  rpcCodes: string[];
}

export interface Target {
  dataDir: string;
  files: string[];
  ports: number[];
  paths: string[];
  /** Paths of gRPC methods. */
  methods: string[];
}

const NOBODY = 65_534;

const PROGRAM = `
import { readFileSync, readdirSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { join } from 'node:path';
const { dataDir, files, ports, paths, methods } = JSON.parse(process.argv[1]);
const found = { files: [], answers: [], greetings: {}, rpcCodes: [] };
// An empty message: five bytes that say uncompressed, of no length.
const callMethod = (session, path) => new Promise((settle) => {
  const stream = session.request({ ':method': 'POST', ':path': path, 'content-type': 'application/grpc', te: 'trailers' });
  const seen = (headers) => { if (headers['grpc-status'] !== undefined) settle(headers['grpc-status']); };
  stream.on('response', seen).on('trailers', seen).on('error', () => settle(null)).on('close', () => settle(null));
  stream.resume();
  stream.end(Buffer.alloc(5));
});
const attempt = (path, read) => { try { read(path); found.files.push(path); } catch {} };
const walk = (folder) => attempt(folder, () => {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    entry.isDirectory() ? walk(join(folder, entry.name)) : attempt(join(folder, entry.name), (path) => readFileSync(path));
});
walk(dataDir);
for (const file of files) attempt(file, (path) => readFileSync(path));
for (const port of ports) {
  for (const path of paths) {
    try {
      const answer = await fetch('http://127.0.0.1:' + port + path, { redirect: 'manual', signal: AbortSignal.timeout(5000) });
      const body = await answer.text();
      if (answer.status < 400) found.answers.push({ port, path, body });
    } catch {}
  }
  const session = connectHttp2('http://127.0.0.1:' + port).on('error', () => {});
  session.setTimeout(5000, () => session.destroy());
  for (const method of methods) {
    if (session.destroyed) break;
    const code = await callMethod(session, method);
    if (code === null) break;
    found.rpcCodes.push(code);
  }
  session.destroy();
  // Postgres is asked for a session without a password, NATS and others say what they say by themselves.
  found.greetings[port] = await new Promise((settle) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let text = '';
    const finish = () => { socket.destroy(); settle(text.slice(0, 400)); };
    setTimeout(finish, 1500);
    socket.on('error', finish).on('close', finish);
    socket.on('data', (chunk) => { text += chunk.toString('latin1'); });
    const parameters = Buffer.from('user\\0postgres\\0database\\0linescope\\0\\0');
    const head = Buffer.alloc(8);
    head.writeInt32BE(8 + parameters.length, 0);
    head.writeInt32BE(196608, 4);
    socket.write(Buffer.concat([head, parameters]));
  });
}
process.stdout.write(JSON.stringify(found));
`;

export async function lookAsNobody(target: Target): Promise<Found> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', PROGRAM, JSON.stringify(target)],
    { uid: NOBODY, gid: NOBODY, cwd: '/', env: {}, maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(stdout);
}

/** The process and all that it started. */
export function familyOf(pids: readonly number[]): number[] {
  const parents = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const parent = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1];
      return [[Number(name), Number(parent)] as const];
    } catch {
      return []; // ended meanwhile
    }
  });
  const family = new Set(pids);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const [pid, parent] of parents) if (family.has(parent)) family.add(pid);
  }
  return [...family];
}

/** TCP ports on which these processes listen, and addresses that are not loopback. */
export function portsOf(pids: readonly number[]): { ports: number[]; exposed: string[] } {
  const sockets = new Set(pids.flatMap(socketsOf));
  const listening = ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === '0A' && sockets.has(fields[9] ?? '')),
  );
  const places = listening.map((fields) => (fields[1] ?? '').split(':'));
  const isLoopback = (address = '') => address === '0100007F' || address === '00000000000000000000000001000000';
  return {
    ports: [...new Set(places.map(([, port]) => Number.parseInt(port ?? '', 16)))],
    exposed: places.filter(([address]) => !isLoopback(address)).map((place) => place.join(':')),
  };
}

function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
      } catch {
        return []; // closed meanwhile
      }
    });
  } catch {
    return [];
  }
}

export function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return ''; // ended meanwhile
  }
}

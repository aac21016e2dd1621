import { connect } from 'node:net';

export interface RawAnswer {
  /** 0 where the connection was closed without an answer. */
  status: number;
  head: string;
  body: string;
}

/** Writes bytes as they are and reads until the server closes, or until `untilMs`. */
export function sendRaw(
  port: number,
  parts: (string | Buffer)[],
  options: { untilMs?: number; end?: boolean } = {},
): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1');
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(parseAnswer(Buffer.concat(chunks).toString('latin1')));
    };
    const timer = setTimeout(finish, options.untilMs ?? 10_000);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (isWhole(Buffer.concat(chunks).toString('latin1'))) finish();
    });
    socket.on('error', finish);
    socket.on('close', finish);
    for (const part of parts) socket.write(part);
    if (options.end) socket.end();
  });
}

function isWhole(text: string): boolean {
  const answer = parseAnswer(text);
  const length = /^content-length: (\d+)/im.exec(answer.head)?.[1];
  return length !== undefined && answer.status >= 200 && answer.body.length >= Number(length);
}

function parseAnswer(text: string): RawAnswer {
  const cut = text.indexOf('\r\n\r\n');
  const head = cut < 0 ? text : text.slice(0, cut);
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 0);
  const body = cut < 0 ? '' : text.slice(cut + 4);
  return status === 100 ? parseAnswer(body) : { status, head, body };
}

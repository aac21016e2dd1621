import { connect } from 'node:net';
import type { Ready } from '@linescope/one-machine/stack/ready-file';

/** What the stores answer somebody on the machine who has no password. */
export async function openStores(ready: Ready): Promise<string> {
  const clickHouse = new URL(ready.clickhouse_url);
  const statements = ['SELECT 1', 'DROP TABLE linescope.commits', "SELECT * FROM url('http://127.0.0.1:1/', 'CSV')"];
  const answers = await Promise.all(
    statements.map((body) => fetch(`${clickHouse.origin}/`, { method: 'POST', body }).then(({ status }) => status)),
  );
  const forged = 'CONNECT {"verbose":true}\r\nPUB linescope.gateways.uses 2\r\n{}\r\n';
  const said = await sayTo(Number(new URL(ready.nats_url).port), forged);
  return `ClickHouse ${answers.join(', ')}; NATS ${said}`;
}

const sayTo = (port: number, text: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    let answered = '';
    const finish = () => resolve(/-ERR [^\r\n]*/.exec(answered)?.[0] ?? 'took it');
    socket
      .on('data', (part) => (answered += part))
      .on('close', finish)
      .on('error', finish);
    socket.setTimeout(3_000, () => socket.destroy());
    socket.write(text);
  });

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { removeAfterFile } from './leave-nothing.ts';

/** As little of RFC 5321 as takes mails: the lines of the dialogue, and each mail's text as one of them. */
export async function testMailServer(): Promise<{ received: string[]; url: string }> {
  const received: string[] = [];
  const server = createServer((socket) => {
    let inData = false;
    let data = '';
    let rest = '';
    socket.setEncoding('utf8').write('220 ready\r\n');
    socket.on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (inData && line === '.') {
          inData = false;
          received.push(data);
          data = '';
          socket.write('250 kept\r\n');
        } else if (inData) data += `${line}\n`;
        else if (line.startsWith('DATA')) {
          inData = true;
          socket.write('354 go on\r\n');
        } else {
          received.push(line);
          socket.write(line.startsWith('QUIT') ? '221 bye\r\n' : '250 ok\r\n');
        }
      }
    });
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  removeAfterFile(async () => void server.close());
  const address = server.address();
  return { received, url: `smtp://127.0.0.1:${isAddress(address) ? address.port : 0}` };
}

const isAddress = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;

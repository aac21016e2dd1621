import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { describe, expect, test } from 'vitest';
import { createMailer } from './mailer.ts';

const MAIL = {
  id: 'invitation-1',
  to: 'ada@acme.example',
  subject: 'Größe',
  text: 'Hello.\n.\nhttps://example.org/x\n',
};

/** As little of RFC 5321 as takes one mail. */
async function mailServer() {
  const received: string[] = [];
  const server = createServer((socket) => {
    let inData = false;
    let data = '';
    socket.setEncoding('utf8').write('220 ready\r\n');
    socket.on('data', (chunk: string) => {
      for (const line of chunk.split('\r\n').slice(0, -1)) {
        if (inData && line === '.') {
          inData = false;
          received.push(data);
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
  return { received, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('a mail', () => {
  test('goes to the SMTP server that is set', async () => {
    const { received, url } = await mailServer();
    const send = createMailer({
      SMTP_URL: url,
      MAIL_FROM: 'Linescope <hello@linescope.example>',
      DATA_DIR: '/nowhere',
    });
    await send(MAIL);
    expect(received).toContain('MAIL FROM:<hello@linescope.example>');
    expect(received).toContain('RCPT TO:<ada@acme.example>');
    expect(received.some((text) => text.includes('https://example.org/x'))).toBe(true);
  });

  test('that the server does not take is an error, so that it is tried again', async () => {
    const send = createMailer({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@b.example', DATA_DIR: '/nowhere' });
    await expect(send(MAIL)).rejects.toThrow();
  });

  test('is a file for its owner only where no server is set', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'linescope-mail-'));
    removeAfterFile(() => rm(folder, { recursive: true }));
    const send = createMailer({ SMTP_URL: undefined, MAIL_FROM: 'a@b.example', DATA_DIR: folder });
    await send(MAIL);
    const file = join(folder, 'mail', 'invitation-1.eml');
    expect(await readFile(file, 'utf8')).toMatch(/^From: a@b\.example\nTo: ada@acme\.example\nSubject: =\?UTF-8\?/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('cannot be given further recipients or headers by what somebody wrote', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'linescope-mail-'));
    removeAfterFile(() => rm(folder, { recursive: true }));
    const send = createMailer({ SMTP_URL: undefined, MAIL_FROM: 'a@b.example', DATA_DIR: folder });
    await send({ ...MAIL, subject: 'x\r\nBcc: eve@evil.example' });
    const text = await readFile(join(folder, 'mail', 'invitation-1.eml'), 'utf8');
    expect(text).not.toMatch(/^Bcc:/m);
  });
});

import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { testMailServer } from '@linescope/test-kit/mail-server';
import { describe, expect, test } from 'vitest';
import { createMailer } from './mailer.ts';

const MAIL = {
  entityId: 7,
  id: 'invitation-1',
  to: 'ada@acme.example',
  subject: 'Größe',
  text: 'Hello.\n.\nhttps://example.org/x\n',
};

describe('a mail', () => {
  test('goes to the SMTP server that is set', async () => {
    const { received, url } = await testMailServer();
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
    const file = join(folder, 'mail', '7', 'invitation-1.eml');
    expect(await readFile(file, 'utf8')).toMatch(/^From: a@b\.example\nTo: ada@acme\.example\nSubject: =\?UTF-8\?/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('cannot be given further recipients or headers by what somebody wrote', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'linescope-mail-'));
    removeAfterFile(() => rm(folder, { recursive: true }));
    const send = createMailer({ SMTP_URL: undefined, MAIL_FROM: 'a@b.example', DATA_DIR: folder });
    await send({ ...MAIL, subject: 'x\r\nBcc: eve@evil.example' });
    const text = await readFile(join(folder, 'mail', '7', 'invitation-1.eml'), 'utf8');
    expect(text).not.toMatch(/^Bcc:/m);
  });
});

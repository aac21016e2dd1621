import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { MailConfig } from '../config/settings.ts';

export interface Mail {
  /** Whose mail it is: as files, an entity's are in a folder of their own, and go with it. */
  entityId: number;
  /** Names the file where mails are files; the same id replaces it. */
  id: string;
  to: string;
  subject: string;
  text: string;
}

export type SendMail = (mail: Mail) => Promise<void>;

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

const mailFolderOf = (dataDir: string, entityId: number): string => join(dataDir, 'mail', String(entityId));

/** Where mails are files, those of an entity that leaves. */
export const deleteMailOf = (dataDir: string, entityId: number): Promise<void> =>
  rm(mailFolderOf(dataDir, entityId), { recursive: true, force: true });

/** Where mails are files, those of the entity that have this as a line of their own or in their subject. */
export async function deleteMailNaming(dataDir: string, entityId: number, name: string): Promise<void> {
  const folder = mailFolderOf(dataDir, entityId);
  for (const file of await readdir(folder).catch(() => [])) {
    const lines = (await readFile(join(folder, file), 'utf8')).replaceAll('=\n', '').split('\n');
    const isNamed = lines.some((line) => line.trim() === name || (line.startsWith('Subject:') && line.includes(name)));
    if (isNamed) await rm(join(folder, file), { force: true });
  }
}

/** Plain text by SMTP where a server is set, else as `.eml` files that any mail program opens. */
export function createMailer(config: Omit<MailConfig, 'PUBLIC_BASE_URL'>): SendMail {
  const { SMTP_URL, MAIL_FROM: from, DATA_DIR } = config;
  if (SMTP_URL) {
    const transport = createTransport({ url: SMTP_URL, ...TIMEOUTS });
    return async ({ to, subject, text }) => {
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
    };
  }
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return async ({ entityId, id, to, subject, text }) => {
    const folder = mailFolderOf(DATA_DIR, entityId);
    const { message } = await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, `${id}.eml`);
    await writeFile(`${file}.part`, message, { mode: 0o600 });
    await rename(`${file}.part`, file);
  };
}

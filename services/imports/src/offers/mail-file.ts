import { createHash } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Mail {
  /** Names the file; the same id replaces it. */
  id: string;
  to: string;
  subject: string;
  text: string;
}

/** A plain-text mail as any mail program opens it: words that are not ASCII travel encoded. */
export function emlOf({ id, to, subject, text }: Mail, from: string, at: Date): string {
  const lines =
    Buffer.from(text, 'utf8')
      .toString('base64')
      .match(/.{1,76}/g) ?? [];
  return [
    `From: ${oneLine(from)}`,
    `To: ${oneLine(to)}`,
    `Subject: ${encodeWords(oneLine(subject))}`,
    `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${createHash('sha256').update(id).digest('hex').slice(0, 32)}@linescope>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    ...lines,
    '',
  ].join('\n');
}

/** A line break in a name would begin a header of its own. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ');

function encodeWords(text: string): string {
  if (!/[^ -~]/.test(text)) return text;
  return (text.match(/.{1,12}/gu) ?? [])
    .map((part) => `=?utf-8?B?${Buffer.from(part, 'utf8').toString('base64')}?=`)
    .join('\n ');
}

export async function writeMail(dataDir: string, mail: Mail, from: string, at: Date): Promise<void> {
  const folder = join(dataDir, 'mail');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${mail.id}.eml`);
  await writeFile(`${file}.part`, emlOf(mail, from, at), { mode: 0o600 });
  await rename(`${file}.part`, file);
}

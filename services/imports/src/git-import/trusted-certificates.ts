import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates } from 'node:tls';

/**
 * A file of the authorities that this process trusts, for its gits: they know nothing of NODE_EXTRA_CA_CERTS, by which an operator names
 * one of their own. Null where there is none; what git trusts by itself is enough then. Workers of one folder may write it at once.
 */
export async function writeTrustedCertificates(
  dataDir: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string | null> {
  if (!env['NODE_EXTRA_CA_CERTS']) return null;
  const file = join(dataDir, 'trusted-certificates.pem');
  await mkdir(dataDir, { recursive: true });
  const part = `${file}.${randomUUID()}.part`;
  await writeFile(part, `${getCACertificates('default').join('\n')}\n`);
  await rename(part, file);
  return file;
}

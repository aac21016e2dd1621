import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import {
  AZURE_DEVOPS,
  AZURE_DEVOPS_SERVER,
  BITBUCKET,
  BITBUCKET_SERVER,
  GITHUB,
  GITLAB,
} from '@linescope/contract/vendors';
import type { CodeHostName } from '../provider-names.ts';

export type Hook = { headers: Headers; rawBody: Buffer; secret: string };

/** Of equal time for any two texts: lengths are hidden by hashing both. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

function signed(header: string) {
  return ({ headers, rawBody, secret }: Hook): boolean => {
    const expected = `sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`;
    return sameText(headers.get(header) ?? '', expected);
  };
}

const sharedToken = ({ headers, secret }: Hook): boolean => sameText(headers.get('x-gitlab-token') ?? '', secret);

/** The devops suite signs nothing; its subscriptions send the secret as the password of basic authentication. */
function basicPassword({ headers, secret }: Hook): boolean {
  const encoded = /^Basic\s+([A-Za-z0-9+/=]+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? '';
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon >= 0 && sameText(text.slice(colon + 1), secret);
}

const verifiers: Record<CodeHostName, (hook: Hook) => boolean> = {
  [GITHUB]: signed('x-hub-signature-256'),
  [BITBUCKET]: signed('x-hub-signature'),
  [BITBUCKET_SERVER]: signed('x-hub-signature'),
  [GITLAB]: sharedToken,
  [AZURE_DEVOPS]: basicPassword,
  [AZURE_DEVOPS_SERVER]: basicPassword,
};

/** Did the host that knows the secret send this? A connection without a secret takes nothing. */
export const verifyHook = (host: CodeHostName, hook: Hook): boolean => hook.secret.length > 0 && verifiers[host](hook);

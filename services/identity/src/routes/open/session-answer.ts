import type { OpenAnswer, OpenRequest } from '@linescope/chassis/http/open-route';
import { isForeign, type Site, sessionCookieName, setCookie } from '@linescope/chassis/principal/session-cookie';
import { envelopeShape } from '@linescope/contract/envelope';
import { Fault, forbidden, type ParameterError } from '@linescope/contract/fault';
import { id, link, timestamp } from '@linescope/contract/output-fields';
import { roleSchema } from '@linescope/contract/roles';
import { z } from 'zod';
import { siteOf } from '../../domain/site-of.ts';
import type { Session } from '../../store/sessions.ts';

/** Where the console goes on after signing in. */
export const returnTo = z
  .string()
  .optional()
  .describe('A path of the console to go on to, such as `/explore`; anything else leads to the start.');

/** Of routes that send a browser on. */
export const sentOn = z.object({
  ...envelopeShape,
  location: z.string().optional().describe('Where to go on: what a browser is sent to.'),
});

export const SIGN_IN_PAGE = { title: 'Sign in to Linescope' };

export const sessionOutput = z.object({
  ...envelopeShape,
  user: z.object({
    id,
    name: z.string(),
    user_name: z.string(),
    email: z.string(),
    avatar_url: link.nullable(),
    role_em: roleSchema,
  }),
  entity: z.object({ slug: z.string(), name: z.string(), time_zone: z.string() }),
  expires_at: timestamp.nullable(),
  sign_in_methods: z.array(z.string()),
});

export const sessionFields = (session: Session, methods: readonly string[]): Record<string, unknown> => ({
  user: {
    id: session.userId,
    name: session.fullName ?? session.userName,
    user_name: session.userName,
    email: session.email,
    avatar_url: session.avatarUrl,
    role_em: session.role,
  },
  entity: { slug: session.entitySlug, name: session.entitySlug, time_zone: session.timeZone },
  expires_at: session.expiresAt?.toISOString() ?? null,
  sign_in_methods: [...methods],
});

const WEEK_SECONDS = 7 * 24 * 60 * 60;

/** The cookie of a new session. On plain HTTP beyond this machine none is set, since anybody on the way could read it. */
export function sessionCookie(site: Site, secret: string): string {
  return setCookie(cookieNameOf(site), secret, site, WEEK_SECONDS);
}

export function cookieNameOf(site: Site): string {
  const name = sessionCookieName(site);
  if (name !== null) return name;
  throw forbidden('Signing in needs HTTPS, unless Linescope runs on this machine. API tokens work without it.');
}

/** Refuses what another site's page sends: a browser would add our cookie to it, or sign somebody in unasked. */
export function refuseForeign({ headers }: OpenRequest): Site {
  const site = siteOf(headers);
  if (isForeign(headers.get('origin'), site)) throw forbidden('This can only be sent by a page of this address.');
  return site;
}

export async function readJson<T>(request: OpenRequest, schema: z.ZodType<T>, sentence: string): Promise<T> {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? ''))
    throw new Fault('response_unsupported_media_type', 'The body must be application/json.');
  try {
    return schema.parse(JSON.parse((await request.readBody()).toString('utf8')));
  } catch (error) {
    if (error instanceof Fault) throw error;
    const named = error instanceof z.ZodError ? error.issues.map(({ path }) => String(path[0] ?? 'request')) : [];
    const errors = named.map((param): ParameterError => ({ param, code_em: 'invalid', detail: sentence }));
    throw new Fault('response_invalid_parameters', sentence, { errors });
  }
}

/** What the API document says of them. */
export const SESSION_COOKIE =
  'The session of the console: `HttpOnly`, `SameSite=Lax`, over TLS `Secure` and of a name that begins with `__Host-`.';

export const signedIn = (cookie: string, returnTo: string): OpenAnswer => ({
  status: 200,
  detail: 'You are signed in.',
  fields: {},
  cookies: [cookie],
  redirect: returnTo,
});

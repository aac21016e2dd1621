import { createClient, type LinescopeClient } from '@linescope/client/client';

const CONSOLE = { 'x-linescope-console': '1' };

/** The console's calls carry the session's cookie, and a header that no other site can send. */
export const api: LinescopeClient = createClient({ token: '', headers: CONSOLE });

/** Calls of sign-in, which answer their own shapes. */
export async function callAuth(method: 'GET' | 'POST', path: string, body?: object): Promise<Response> {
  return fetch(`/auth/${path}`, {
    method,
    credentials: 'same-origin',
    headers: { ...CONSOLE, accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body ? JSON.stringify(body) : null,
  });
}

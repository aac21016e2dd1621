import { createClient, type LinescopeClient } from '@linescope/client/client';

const CONSOLE = { 'x-linescope-console': '1' };

/** The console's calls carry the session's cookie, and a header that no other site can send. */
export const api: LinescopeClient = createClient({
  token: '',
  headers: CONSOLE,
  async fetch(input, init) {
    const response = await fetch(input, init);
    if (response.status === 401) onSignedOut();
    return response;
  },
});

let onSignedOut = (): void => {};

/** Called when an answer says that the session has ended. */
export const watchSignOut = (listener: () => void): void => {
  onSignedOut = listener;
};

/** Calls of sign-in, which answer their own shapes; the browser's own words for a server that is away say nothing. */
export async function callAuth(method: 'GET' | 'POST', path: string, body?: object): Promise<Response> {
  try {
    return await fetch(`/auth/${path}`, {
      method,
      credentials: 'same-origin',
      headers: { ...CONSOLE, accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body ? JSON.stringify(body) : null,
    });
  } catch (cause) {
    throw new Error('The server cannot be reached.', { cause });
  }
}

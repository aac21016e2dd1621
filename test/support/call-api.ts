import type { Answered } from '@linescope/test-kit/test-service';

export type Fields = Record<string, string | number | boolean | string[] | undefined>;

export interface Caller {
  get(path: string, query?: Fields): Promise<Answered>;
  post(path: string, fields?: Fields, headers?: Record<string, string>): Promise<Answered>;
  put(path: string, fields?: Fields): Promise<Answered>;
  delete(path: string, query?: Fields): Promise<Answered>;
}

/** Calls the API through the gateway, as a customer does; `path` is relative to `/api/v1`. */
export function createCaller(baseUrl: string, token: string): Caller {
  const send = async (method: string, path: string, init: RequestInit = {}): Promise<Answered> => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${token}`);
    const response = await fetch(`${baseUrl}/api/v1${path}`, { ...init, method, headers });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  const withQuery = (path: string, query: Fields = {}) => `${path}?${encode(query)}`;
  return {
    get: (path, query) => send('GET', withQuery(path, query)),
    delete: (path, query) => send('DELETE', withQuery(path, query)),
    post: (path, fields = {}, headers = {}) => send('POST', path, { body: encode(fields), headers }),
    put: (path, fields = {}) => send('PUT', path, { body: encode(fields) }),
  };
}

function encode(fields: Fields): URLSearchParams {
  const encoded = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (Array.isArray(value)) for (const item of value) encoded.append(`${name}[]`, item);
    else if (value !== undefined) encoded.append(name, String(value));
  }
  return encoded;
}

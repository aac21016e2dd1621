/** What a browser does for a sign-in: keeps cookies by host, follows redirects, and says where it came from. */
export function testBrowser() {
  const jars = new Map<string, Map<string, string>>();

  async function visit(address: string, init: RequestInit = {}): Promise<Visited> {
    let url = new URL(address);
    let request = init;
    for (let hop = 0; hop < 20; hop++) {
      const jar = jars.get(url.host) ?? new Map<string, string>();
      jars.set(url.host, jar);
      const headers = new Headers(request.headers);
      headers.set('accept', headers.get('accept') ?? 'text/html');
      if (jar.size > 0) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
      const response = await fetch(url, { ...request, headers, redirect: 'manual' });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (/max-age=0/i.test(cookie) || value === '') jar.delete(name);
        else jar.set(name, value);
      }
      const location = response.headers.get('location');
      if (location === null)
        return { url, status: response.status, headers: response.headers, text: await response.text() };
      url = new URL(location, url);
      request = {};
    }
    throw new Error('too many redirects');
  }

  return { visit, cookiesOf: (host: string) => Object.fromEntries(jars.get(host) ?? []) };
}

export interface Visited {
  url: URL;
  status: number;
  headers: Headers;
  text: string;
}

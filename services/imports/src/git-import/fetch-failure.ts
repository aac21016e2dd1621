import type { GitError } from '@linescope/git-engine/git/git-error';
import { proxyName } from '@linescope/providers/pacing/outgoing-proxy';

/** Why a fetch failed. git has one exit code for all of them, so they are distinguished by what it prints. */
export type FetchFailureReason = 'refused' | 'missing' | 'sha256' | 'address' | 'too_slow' | 'too_large' | 'transient';

export class FetchFailure extends Error {
  readonly reason: FetchFailureReason;

  /** `stderr` is git's, for the log: it names hosts and refs, never a token. */
  constructor(reason: FetchFailureReason, detail: string, stderr = '') {
    super(detail, stderr === '' ? undefined : { cause: new Error(stderr.trim()) });
    this.name = 'FetchFailure';
    this.reason = reason;
  }
}

export function fetchFailureOf({ detail: stderr }: GitError, proxy: URL | null = null): FetchFailure {
  // Addresses stand in quotes, and a repo may be called `http-404` or `sha256-tools`.
  const said = stderr.replace(/'[^'\n]*'/g, "''");
  const ofProxy = proxy === null ? null : whatProxySaid(said);
  if (ofProxy !== null)
    return new FetchFailure('transient', ofProxy, `through the proxy ${proxy && proxyName(proxy)}: ${stderr}`);
  if (/Authentication failed|returned error: 40[13]\b|could not read (Username|Password)/i.test(said)) {
    return new FetchFailure('refused', 'The code host refused to let the connection read this repo.', stderr);
  }
  if (/not found|returned error: 4(?:04|10)\b|does not appear to be a git repository/i.test(said)) {
    return new FetchFailure('missing', 'The code host knows no such repo.', stderr);
  }
  if (/mismatched algorithms|sha256/.test(said)) {
    return new FetchFailure('sha256', 'The repo names its objects by SHA-256; only SHA-1 repos can be read.', stderr);
  }
  if (/certificate verif|certificate problem/i.test(said)) {
    return new FetchFailure('transient', 'The certificate of the code host is not trusted here.', stderr);
  }
  const words = wordsOfHost(stderr);
  const detail = `The repo could not be fetched from the code host${words === null ? '.' : `, which said: "${words}".`}`;
  return new FetchFailure('transient', detail, stderr);
}

/** libcurl's words, of old and new versions. Of a host behind a proxy it never says that it cannot be connected to. */
function whatProxySaid(said: string): string | null {
  const [, answered] = /(?:CONNECT tunnel failed, response|Received HTTP code) (\d{3})/.exec(said) ?? [];
  if (answered !== undefined)
    return `The repo could not be fetched: the proxy of this installation refused the connection (${answered}).`;
  return /Failed to connect to|Could(?: not|n't) (?:connect to server|resolve proxy)|Proxy CONNECT aborted/i.test(said)
    ? 'The repo could not be fetched: the proxy of this installation does not answer.'
    : null;
}

/** What a git server answers instead of a pack. Nothing else that git prints is told to customers: it may be of whatever answers at an address. */
function wordsOfHost(stderr: string): string | null {
  const [, words = ''] = /remote error: ([^\r\n]{1,200})/.exec(stderr) ?? [];
  const printable = words.replace(/[^\x20-\x7e]/g, '').trim();
  return printable === '' ? null : printable;
}

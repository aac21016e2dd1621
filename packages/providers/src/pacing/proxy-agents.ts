import { ProxyAgent } from 'undici';
import type { ProxyFailure } from '../errors.ts';
import { checkProxiedName } from './address-guard.ts';
import { proxyName } from './outgoing-proxy.ts';

const CHECKED_MS = 60_000;
const CHECKED_NAMES = 1_000;

/** Connections through proxies. A name is looked up once a minute: a tunnel carries many calls, and says nothing of where it leads. */
export function openProxyAgents({
  allowPrivateAddresses,
  timeoutMs,
}: {
  allowPrivateAddresses: boolean;
  timeoutMs: number;
}) {
  const agents = new Map<string, ProxyAgent>();
  const checked = new Map<string, { until: number; outcome: Promise<void> }>();
  const checkName = (host: string): Promise<void> => {
    const known = checked.get(host);
    if (known && known.until > Date.now()) return known.outcome;
    if (checked.size >= CHECKED_NAMES) checked.clear();
    const outcome = checkProxiedName(host, allowPrivateAddresses);
    outcome.catch(() => {}); // whoever waits for it is told
    checked.set(host, { until: Date.now() + CHECKED_MS, outcome });
    return outcome;
  };
  return {
    async agentFor(url: URL, proxy: URL): Promise<ProxyAgent> {
      await checkName(url.hostname.replace(/^\[|\]$/g, ''));
      const agent =
        agents.get(proxy.href) ?? new ProxyAgent({ uri: proxy.href, connections: 8, connectTimeout: timeoutMs });
      agents.set(proxy.href, agent);
      return agent;
    },
    async destroy(): Promise<void> {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}

const UNREACHABLE = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/;

/** Whether it was the proxy, rather than the host behind it, that ended a call. */
export function proxyFailureOf(cause: unknown, proxy: URL): ProxyFailure | null {
  if (!(cause instanceof Error)) return null;
  const [, status] = /^Proxy (?:response|Authentication Required) \((\d{3})\)/.exec(cause.message) ?? [];
  if (status !== undefined) return { proxy: proxyName(proxy), status: Number(status) };
  const code = 'code' in cause ? String(cause.code) : '';
  return UNREACHABLE.test(code) ? { proxy: proxyName(proxy), status: null } : null;
}

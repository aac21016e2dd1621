import type { Exchange } from '../proxy/exchange.ts';

interface InfoLog {
  info(fields: Record<string, unknown>, message: string): void;
}

export type WriteAccessLine = (exchange: Exchange, status: number) => void;

/** Probes ask every few seconds and say nothing. */
const UNLOGGED = new Set(['/healthz', '/readyz']);

/** A line for each request, so that a trace identifier is always found; never a query, which may hold what callers look for. */
export function createAccessLog(log: InfoLog, isOn: boolean): WriteAccessLine {
  if (!isOn) return () => {};
  return ({ method, path, unit, trace, address, startedAt }, status) => {
    if (UNLOGGED.has(path)) return;
    log.info(
      { method, path: loggedPath(path), status, ms: Date.now() - startedAt, unit: unit ?? 'gateway', address, trace },
      'request',
    );
  };
}

/** Signed links carry their secret in the path: of paths outside the API only the first part is logged. */
function loggedPath(path: string): string {
  if (path.startsWith('/api/')) return path.slice(0, 200);
  const end = path.indexOf('/', 1);
  return end < 0 ? path.slice(0, 200) : `${path.slice(0, end)}/…`;
}

import { forbidden } from '@linescope/contract/fault';
import type { Principal } from '@linescope/contract/principal';
import { roleAllows } from '@linescope/contract/roles';
import type { Scope } from '@linescope/contract/scopes';
import type { Route } from './route.ts';

/** A caller needs the route's role, and where their token is limited also the route's scope. */
export function checkAllowed({ role, scopes }: Principal, route: Pick<Route, 'method' | 'role' | 'scope'>): void {
  if (!roleAllows(role, route.role)) throw forbidden(`This needs the role ${route.role}.`);
  const needed = scopeOf(route);
  if (needed === 'any') {
    // A laptop's token of telemetry can do nothing else.
    if (scopes?.every((scope) => scope === 'telemetry')) throw forbidden('This token is limited to sending telemetry.');
  } else if (scopes && !scopes.includes(needed))
    throw forbidden(`This token is limited; this needs the scope ${needed}.`);
}

export function scopeOf({ method, role, scope }: Pick<Route, 'method' | 'role' | 'scope'>): Scope | 'any' {
  if (scope) return scope;
  if (method === 'GET') return 'read';
  return roleAllows(role, 'admin') ? 'admin' : 'record';
}

import { API_ROUTES, OPEN_ROUTES, PROTOCOL_ROUTES, type Unit } from './routing-table.ts';

export interface FoundRoute {
  unit: Unit;
  /** Needs no bearer token. */
  open: boolean;
  /** OTLP, with its own limits, encodings and failures. */
  otlp?: true;
}

const API_PREFIX = '/api/v1/';
const found = (table: Record<string, Unit>, kind: Omit<FoundRoute, 'unit'>) =>
  new Map(Object.entries(table).map(([segment, unit]): [string, FoundRoute] => [segment, { unit, ...kind }]));
const apiRoutes = found(API_ROUTES, { open: false });
const rootRoutes = new Map([
  ...found(OPEN_ROUTES, { open: true }),
  ...found(PROTOCOL_ROUTES, { open: false, otlp: true }),
]);

/** Dot segments, empty segments, backslashes and NUL name nothing here, and a unit might read them otherwise than we do. */
const AMBIGUOUS = /\/(?:\.|%2e){1,2}(?:\/|$)|\/\/|\\|%00/i;

export function findRoute(path: string): FoundRoute | undefined {
  const isApi = path.startsWith(API_PREFIX);
  const start = isApi ? API_PREFIX.length : 1;
  const end = path.indexOf('/', start);
  const segment = path.slice(start, end < 0 ? path.length : end);
  const route = (isApi ? apiRoutes : rootRoutes).get(segment);
  if (!route || AMBIGUOUS.test(path)) return undefined;
  return isApi || end > 0 ? route : undefined;
}

/** The path of a request target: absolute form, which any server must accept, loses scheme and authority. */
export function originForm(target: string): string {
  if (target.charCodeAt(0) === 0x2f) return target;
  const rest = /^https?:\/\/[^/?#]*(.*)$/i.exec(target)?.[1];
  if (rest === undefined) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

export function pathOf(target: string): string {
  const cut = target.indexOf('?');
  return cut < 0 ? target : target.slice(0, cut);
}

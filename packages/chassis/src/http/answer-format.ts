import { invalidParameter } from '@linescope/contract/fault';

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const EXPORT_TYPES: Record<ExportFormat, string> = { csv: 'text/csv', ndjson: 'application/x-ndjson' };

/** The form that a request asks for, by `format` or else by `Accept`; null: JSON. */
export function formatOf(format: unknown, accept: string | undefined): ExportFormat | null {
  if (format === undefined || format === '') return acceptedFormat(accept);
  if (format === 'json') return null;
  const known = EXPORT_FORMATS.find((name) => name === format);
  if (!known) throw invalidParameter('format', 'format must be one of json, csv, ndjson.');
  return known;
}

/** The one that is wanted most; where several are wanted alike, JSON, which everything that takes any type gets. */
function acceptedFormat(accept: string | undefined): ExportFormat | null {
  if (accept === undefined) return null;
  const weights = new Map(accept.split(',').map(readRange));
  const json = Math.max(...['application/json', 'application/*', '*/*'].map((type) => weights.get(type) ?? 0));
  const wanted = EXPORT_FORMATS.map((name) => ({ name, weight: weights.get(EXPORT_TYPES[name]) ?? 0 }));
  const best = wanted.reduce((most, one) => (one.weight > most.weight ? one : most));
  return best.weight > json ? best.name : null;
}

function readRange(range: string): [string, number] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return [type, weight === undefined ? 1 : Number(weight) || 0];
}

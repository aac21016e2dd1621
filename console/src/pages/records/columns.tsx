import { vendorName } from '@linescope/contract/vendor-tokens';
import type { ComponentChildren } from 'preact';
import { isDay } from '../../scope/range.ts';
import type { AnyRecord } from '../../state/records.ts';
import { formatBusinessMinutes, formatCents, formatDay, formatNumber, sayWord } from '../../ui/format.ts';
import { Time } from '../../ui/parts.tsx';

export interface Column {
  name: string;
  label: string;
  isNumber: boolean;
  /** What somebody wrote, of any length. */
  isText: boolean;
  render(row: AnyRecord): ComponentChildren;
  sortValue(row: AnyRecord): string | number;
}

type Kind = 'text' | 'line' | 'person' | 'day' | 'time' | 'number' | 'word' | 'business' | 'money';

const KNOWN: Record<string, [name: string, label: string, kind: Kind][]> = {
  commits: [
    ['message', 'Commit', 'line'],
    ['contributor', 'Who', 'person'],
    ['repo_path', 'Repo', 'text'],
    ['authored_at', 'Authored', 'time'],
    ['diff_delta', 'Delta', 'number'],
  ],
  pull_requests: [
    ['title', 'Pull request', 'line'],
    ['number', 'Number', 'number'],
    ['contributor', 'Who', 'person'],
    ['repo_path', 'Repo', 'text'],
    ['phase_em', 'Phase', 'word'],
    ['opened_at', 'Opened', 'time'],
    ['closed_at', 'Closed', 'time'],
    ['business_minutes_cycle_time', 'Cycle', 'business'],
  ],
  issues: [
    ['key', 'Issue', 'text'],
    ['title', 'Title', 'line'],
    ['type', 'Type', 'text'],
    ['status', 'Status', 'text'],
    ['assignee', 'Who', 'person'],
    ['story_points', 'Points', 'number'],
    ['created_at', 'Created', 'time'],
    ['resolved_at', 'Resolved', 'time'],
  ],
  critical_defects: [
    ['defect_key', 'Defect', 'text'],
    ['category', 'Category', 'text'],
    ['severity', 'Severity', 'number'],
    ['detected_at', 'Detected', 'time'],
    ['first_fix_activity_at', 'First activity', 'time'],
    ['first_fix_released_at', 'First fix', 'time'],
    ['resolved_at', 'Resolved', 'time'],
  ],
  ai_usages: [
    ['date', 'Day', 'day'],
    ['contributor', 'Who', 'person'],
    ['ai_provider_em', 'Provider', 'word'],
    ['llm_model_name', 'Model', 'text'],
    ['lines_added', 'Lines added', 'number'],
    ['prompted_accept_count', 'Accepted', 'number'],
    ['cents_cost', 'Cost', 'money'],
    ['source_em', 'Source', 'word'],
  ],
  releases: [
    ['name', 'Release', 'text'],
    ['repo_path', 'Repo', 'text'],
    ['released_at', 'Released', 'time'],
  ],
};

const MOST_COLUMNS = 8;

/** The columns of a type that is known, else of whatever its records hold; what counts for the point comes last. */
export function columnsOf(type: string, rows: AnyRecord[], unit?: string): Column[] {
  const known = KNOWN[type] ?? guess(rows);
  const columns = known.filter(([name]) => rows.some((row) => row[name] !== undefined)).map(toColumn);
  const parts = [...new Set(rows.flatMap((row) => partsOf(row).map(([part]) => part)))].map(partColumn);
  if (parts.length > 0) {
    const partLabels = new Set(parts.map(({ label }) => label));
    return [...columns.filter(({ label }) => !partLabels.has(label)), ...parts];
  }
  if (rows.some((row) => typeof row['point_value'] === 'number'))
    columns.push(toColumn(['point_value', 'Counts', unit === 'cents' ? 'money' : 'number']));
  return columns;
}

/** What a record counts for each part of a point that is made of several, as a ratio is; none of a plain one. */
export function partsOf(row: AnyRecord): [part: string, value: unknown][] {
  const parts = row['point_values'];
  return typeof parts === 'object' && parts !== null ? Object.entries(parts) : [];
}

function partColumn(part: string): Column {
  const readPart = (row: AnyRecord) => partsOf(row).find(([name]) => name === part)?.[1];
  return {
    name: `point_values.${part}`,
    label: heading(part),
    isNumber: true,
    isText: false,
    render: (row) => renderValue('number', readPart(row)),
    sortValue: (row) => plain(readPart(row)),
  };
}

function guess(rows: AnyRecord[]): [string, string, Kind][] {
  const [first = {}] = rows;
  return Object.entries(first)
    .filter(([name, value]) => !name.startsWith('point_') && name !== 'id' && !isNested(name, value))
    .slice(0, MOST_COLUMNS)
    .map(([name, value]) => [name, heading(name), kindOf(name, value)]);
}

const isNested = (name: string, value: unknown): boolean =>
  typeof value === 'object' && value !== null && !/contributor|committer|assignee/.test(name);

function kindOf(name: string, value: unknown): Kind {
  if (/contributor|committer$|assignee/.test(name)) return 'person';
  if (name.endsWith('_at')) return 'time';
  if (typeof value === 'string' && isDay(value)) return 'day';
  if (name.endsWith('_em')) return 'word';
  return typeof value === 'number' ? 'number' : 'text';
}

export const heading = (name: string): string => {
  const words = sayWord(name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase()).replace(/ em$| at$/, '');
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/\b[Aa]i\b/, 'AI').replace(/\b[Ll]lm\b/, 'LLM');
};

function toColumn([name, label, kind]: [string, string, Kind]): Column {
  return {
    name,
    label,
    isNumber: kind === 'number' || kind === 'business' || kind === 'money',
    isText: kind === 'text' || kind === 'line',
    render: (row) => renderValue(kind, row[name]),
    sortValue: (row) => (kind === 'person' ? personOf(row[name]) : plain(row[name])),
  };
}

function renderValue(kind: Kind, value: unknown): ComponentChildren {
  if (value === null || value === undefined || value === '') return <span class="soft">–</span>;
  switch (kind) {
    case 'day':
      return <span class="nowrap">{formatDay(String(value))}</span>;
    case 'time':
      return <Time at={String(value)} />;
    case 'line':
      return String(value).split('\n')[0];
    case 'person':
      return <span class="nowrap">{personOf(value)}</span>;
    case 'number':
      return typeof value === 'number' ? formatNumber(value, Number.isInteger(value) ? 0 : 2) : String(value);
    case 'money':
      return formatCents(Number(value));
    case 'business':
      return formatBusinessMinutes(Number(value));
    case 'word':
      return <span class="badge">{sayWord(vendorName(String(value)), 'phase_')}</span>;
    default:
      return String(value);
  }
}

const plain = (value: unknown): string | number => (typeof value === 'number' ? value : String(value ?? ''));

/** The name of a person however a record carries it. */
export function personOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  const fields = new Map<string, unknown>(Object.entries(value));
  for (const name of ['full_name', 'user_name', 'username', 'name', 'email']) {
    const found = fields.get(name);
    if (typeof found === 'string' && found !== '') return found;
  }
  return '';
}

/** What a record is known by in the URL: its id, else a digest of what it holds. */
export function keyOf(row: AnyRecord): string {
  const known = row['sha'] ?? (row['sprint_id'] === undefined ? row['id'] : undefined) ?? row['defect_key'];
  if (known !== undefined && known !== null) return String(known);
  let digest = 0;
  for (const character of JSON.stringify(row)) digest = (digest * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return digest.toString(36);
}

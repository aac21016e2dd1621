import type { IncomingMessage } from 'node:http';
import { exception } from '../exception.ts';
import { LIMITS } from '../limits.ts';

/** What a request's address and headers say; its body is read apart. */
export type StatementRequest = {
  queryId: string;
  database: string;
  /** The statement, or its beginning, when it stands in the address. */
  query: string;
  defaultFormat: string;
  params: Record<string, string>;
  settings: Record<string, string>;
  /** Undefined when the request leaves it to the host. */
  maxSeconds: number | undefined;
  /** Whose turn it is in the queue. */
  client: string;
  /** Which of its own customers a client asks for: a server counts quotas by it, this host gives turns. */
  onBehalfOf: string;
  /** Nobody waits for it. */
  inBackground: boolean;
  wantsCompression: boolean;
};

/** Parts of the address that are the interface's own, and settings that mean nothing to this host. */
const NOT_FOR_THE_ENGINE = new Set([
  'async_insert',
  'buffer_size',
  'cancel_http_readonly_queries_on_client_close',
  'client_protocol_version',
  'database',
  'database_atomic_wait_for_drop_and_detach_synchronously',
  'default_format',
  'enable_http_compression',
  'http_headers_progress_interval_ms',
  'http_write_exception_in_output_format',
  'http_zlib_compression_level',
  'max_execution_time',
  'max_memory_usage',
  'max_threads',
  'password',
  'query',
  'query_id',
  'quota_key',
  'send_progress_in_http_headers',
  'stacktrace',
  'user',
  'wait_end_of_query',
  'wait_for_async_insert',
  'workload',
]);

const REFUSED: Record<string, string> = {
  session_id: 'Sessions are not kept here: give the settings with each request.',
  compress: "ClickHouse's own compression is not spoken here: use Accept-Encoding.",
  decompress: "ClickHouse's own compression is not spoken here: use Content-Encoding.",
  role: 'There are no roles here: leave out the parameter role.',
};

export function readRequest(
  request: IncomingMessage,
  url: URL,
  newId: () => string,
  memoryPerStatement: number,
): StatementRequest {
  const search = url.searchParams;
  for (const [name, sentence] of Object.entries(REFUSED)) {
    if ((search.get(name) ?? '0') !== '0') throw exception('NOT_IMPLEMENTED', sentence);
  }
  const params: Record<string, string> = {};
  const settings: Record<string, string> = {};
  for (const [name, value] of search) {
    if (name.startsWith('param_')) params[parameterName(name)] = value;
    else if (!NOT_FOR_THE_ENGINE.has(name) && !(name in REFUSED)) settings[settingName(name)] = value;
  }
  const maxSeconds = bounded(search, 'max_execution_time', LIMITS.mostSeconds);
  const maxMemory = bounded(search, 'max_memory_usage', memoryPerStatement) ?? memoryPerStatement;
  settings['max_memory_usage'] = String(maxMemory);
  const header = (name: string) => String(request.headers[name] ?? '');
  return {
    queryId: search.get('query_id') || newId(),
    database: search.get('database') || header('x-clickhouse-database') || 'default',
    query: search.get('query') ?? '',
    defaultFormat: search.get('default_format') || header('x-clickhouse-format') || 'TabSeparated',
    params,
    settings,
    maxSeconds,
    client: `${header('x-clickhouse-user')} ${header('user-agent')}`,
    onBehalfOf: search.get('quota_key') || header('x-clickhouse-quota'),
    inBackground: search.get('workload') === 'background',
    wantsCompression: search.get('enable_http_compression') === '1',
  };
}

export function parameterName(name: string): string {
  const bare = name.slice('param_'.length);
  if (!/^\w+$/.test(bare))
    throw exception('BAD_ARGUMENTS', `The name of the parameter ${JSON.stringify(name)} is not a word.`);
  return bare;
}

function settingName(name: string): string {
  if (!/^\w+$/.test(name)) throw exception('UNKNOWN_SETTING', `Unknown setting ${JSON.stringify(name)}.`);
  return name;
}

/** A limit that a request may lower; 0 asks for the most there is. */
function bounded(search: URLSearchParams, name: string, most: number): number | undefined {
  const text = search.get(name);
  if (text === null) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0) {
    throw exception('BAD_ARGUMENTS', `The setting ${name} must be a number from 0.`);
  }
  return value === 0 ? most : Math.min(value, most);
}

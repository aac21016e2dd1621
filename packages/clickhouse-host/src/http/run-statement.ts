import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Engine, EngineRequest } from '../engine/engine.ts';
import { exception } from '../exception.ts';
import { type SpooledRows, spoolRows } from '../insert-spool.ts';
import { LIMITS } from '../limits.ts';
import { resultSpool } from '../result-spool.ts';
import { headerLinesOf } from '../sql/formats.ts';
import { refuseOutsideAccess } from '../sql/outside-access.ts';
import { quoteText } from '../sql/quote.ts';
import { changesSession, describeStatement, type InsertParts, isReading, parseInsert } from '../sql/statement.ts';
import { readMultipart } from './multipart.ts';
import { parameterName, readRequest, type StatementRequest } from './read-request.ts';
import { decodedBody, readPrefix, readRest } from './request-body.ts';
import { sendResult } from './respond.ts';

/** The head of an INSERT must end within this much of a body that carries both statement and rows. */
const INSERT_HEAD_BYTES = 256 * 1024;

export type Host = { engine: Engine; dataDir: string };

type Wanted =
  | { kind: 'statement'; text: string }
  | { kind: 'insert'; text: Buffer; parts: InsertParts; rows: SpooledRows; compression: 'zstd' | 'none' };

export async function runStatement(
  host: Host,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  signal: AbortSignal,
): Promise<void> {
  const asked = readRequest(request, url, randomUUID, host.engine.memoryPerStatement);
  const wanted = await readStatement(host, request, asked);
  const result = resultSpool(host.dataDir);
  try {
    const job =
      wanted.kind === 'insert' ? insertJob(host, asked, wanted) : statementJob(asked, wanted.text, request.method);
    const started = process.hrtime.bigint();
    const onChunk = (chunk: Uint8Array) => result.add(chunk);
    const statistics = await host.engine.run({ ...job.request, onChunk }, signal);
    const elapsedNs = process.hrtime.bigint() - started;
    const answer = { format: job.format, wroteRows: job.wroteRows, statistics, elapsedNs };
    await sendResult(response, asked, String(request.headers['accept-encoding'] ?? ''), answer, result);
  } finally {
    result.discard();
    if (wanted.kind === 'insert') await wanted.rows.remove();
  }
}

/** Statement and rows may stand in the address, in the body, or one in each. */
async function readStatement(host: Host, request: IncomingMessage, asked: StatementRequest): Promise<Wanted> {
  return (await readPackedRows(host, request, asked)) ?? readPlain(host, request, asked);
}

/** Rows that come alone and packed as the engine can unpack them stay so: it does that faster, and their file is small. */
async function readPackedRows(
  { dataDir }: Host,
  request: IncomingMessage,
  { query }: StatementRequest,
): Promise<Wanted | undefined> {
  if (request.headers['content-encoding'] !== 'zstd') return undefined;
  const text = Buffer.from(query);
  const parts = parseInsert(text.toString('latin1'));
  if (!parts || parts.dataStart < text.length) return undefined;
  refuseGet(request.method);
  const rows = await spoolRows(dataDir, Buffer.alloc(0), request[Symbol.asyncIterator]());
  return { kind: 'insert', text, parts, rows, compression: 'zstd' };
}

async function readPlain(host: Host, request: IncomingMessage, asked: StatementRequest): Promise<Wanted> {
  const chunks: AsyncIterator<Buffer> = decodedBody(request)[Symbol.asyncIterator]();
  const contentType = request.headers['content-type'] ?? '';
  if (contentType.startsWith('multipart/form-data')) {
    const body = await readRest(Buffer.alloc(0), chunks, LIMITS.statementBytes);
    return { kind: 'statement', text: takeParts(asked, readMultipart(body, contentType)) };
  }
  const prefix = await readPrefix(chunks, INSERT_HEAD_BYTES);
  const separator = asked.query !== '' && prefix.bytes.length > 0 ? '\n' : '';
  const text = Buffer.concat([Buffer.from(asked.query + separator), prefix.bytes]);
  // One character a byte, so that places in the text are places in the bytes.
  const parts = parseInsert(text.toString('latin1'));
  if (parts) {
    refuseGet(request.method);
    const rows = await spoolRows(host.dataDir, text.subarray(parts.dataStart), chunks);
    return { kind: 'insert', text, parts, rows, compression: 'none' };
  }
  const whole = prefix.ended ? text : await readRest(text, chunks, LIMITS.statementBytes);
  if (whole.length > LIMITS.statementBytes) {
    throw exception('QUERY_IS_TOO_LARGE', `The statement is longer than ${LIMITS.statementBytes} bytes.`);
  }
  return { kind: 'statement', text: whole.toString() };
}

function refuseGet(method: string | undefined): void {
  if (method === 'GET') throw exception('READONLY', 'A GET request only reads: use POST.');
}

function takeParts(asked: StatementRequest, parts: Map<string, string>): string {
  let text = asked.query;
  for (const [name, value] of parts) {
    if (name === 'query') text += value;
    else if (name.startsWith('param_')) asked.params[parameterName(name)] = value;
    else throw exception('NOT_IMPLEMENTED', `The part ${JSON.stringify(name)}: external tables are not taken here.`);
  }
  return text;
}

type Job = { request: Omit<EngineRequest, 'onChunk'>; format: string | undefined; wroteRows: boolean };

function statementJob(asked: StatementRequest, text: string, method: string | undefined): Job {
  refuseOutsideAccess(text);
  const statement = describeStatement(text);
  const reading = isReading(statement);
  if (!reading) refuseGet(method);
  const format = statement.format ?? asked.defaultFormat;
  const streams = statement.verb === 'SELECT' || statement.verb === 'WITH';
  const headerLines = streams ? headerLinesOf(format) : undefined;
  const kind = reading ? `reads${asked.inBackground ? ' in the background' : ''}` : 'writes';
  const maxSeconds = asked.maxSeconds ?? (reading ? LIMITS.secondsToRead : LIMITS.mostSeconds);
  return {
    request: {
      job: {
        ...sessionOf(asked, maxSeconds, reading && headerLines === undefined ? DOCUMENT_LIMITS : {}),
        statement: statement.text,
        format,
        ownSession: changesSession(statement) || 'readonly' in asked.settings,
        ...(headerLines === undefined ? {} : { headerLines }),
      },
      asker: { client: `${asked.client} ${kind}`, onBehalfOf: asked.onBehalfOf },
      maxSeconds,
      cancellable: reading,
      inBackground: asked.inBackground || !reading,
    },
    format: reading ? format : undefined,
    wroteRows: statement.verb === 'INSERT',
  };
}

function insertJob(
  { engine }: Host,
  asked: StatementRequest,
  { text, parts, rows, compression }: Extract<Wanted, { kind: 'insert' }>,
): Job {
  const head = text.toString('utf8', 0, parts.headEnd);
  const settings = text.toString('utf8', parts.headEnd, parts.settingsEnd);
  refuseOutsideAccess(`${head} ${settings}`);
  const maxSeconds = asked.maxSeconds ?? LIMITS.mostSeconds;
  return {
    request: {
      job: {
        ...sessionOf(asked, maxSeconds),
        statement: `${head} FROM INFILE ${quoteText(engine.pathInEngine(rows.path))} COMPRESSION '${compression}' ${settings} FORMAT ${parts.format}`,
        format: 'Null',
        ownSession: false,
      },
      asker: { client: `${asked.client} writes`, onBehalfOf: asked.onBehalfOf },
      maxSeconds,
      cancellable: false,
      inBackground: true,
    },
    format: undefined,
    wroteRows: true,
  };
}

const DOCUMENT_LIMITS = {
  max_result_bytes: String(LIMITS.documentResultBytes),
  max_result_rows: String(LIMITS.documentResultRows),
};

function sessionOf({ database, settings, params }: StatementRequest, maxSeconds: number, limits = {}) {
  return { database, settings: { ...limits, ...settings, max_execution_time: String(maxSeconds) }, params };
}

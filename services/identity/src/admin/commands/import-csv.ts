import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { UsageError } from '@linescope/command-line/command';
import { parse } from 'csv-parse/sync';
import type { AdminCommand } from '../admin-context.ts';

const PATHS: Record<string, string> = { defects: '/critical_defects', releases: '/releases' };
const PAUSE_MS = 1_000;

/**
 * Past defects and releases, a row a call through the public API, whose parameters are the columns. Each call is idempotent,
 * and the line reached is kept beside the file: a run that was cut short goes on where it stopped.
 */
export const importCsv: AdminCommand = {
  summary: 'Record past defects or releases from a CSV file whose columns are the API parameters; resumable',
  args: ['defects|releases', 'file'],
  options: {
    'base-url': { value: 'url', help: 'of the gateway; PUBLIC_BASE_URL by default' },
    'token-stdin': { help: 'read the API token from standard input instead of LINESCOPE_TOKEN' },
    restart: { help: 'begin with the first row again' },
  },
  async run(context, { args, option, flag }) {
    const [kind = '', file = ''] = args;
    const path = PATHS[kind];
    if (!path) throw new UsageError('The first word must be defects or releases.');
    if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
    const rows = readRows(readFileSync(file, 'utf8'));
    const token = await context.readSecret('LINESCOPE_TOKEN', flag('token-stdin'));
    const url = `${(option('base-url') ?? context.env['PUBLIC_BASE_URL'] ?? 'http://127.0.0.1:8080').replace(/(?<!\/)\/+$/, '')}/api/v1${path}`;
    const mark = `${file}.progress`;
    const from = flag('restart') || !existsSync(mark) ? 0 : Number(readFileSync(mark, 'utf8'));
    for (let row = from; row < rows.length; row += 1) {
      await post(url, token, rows[row] ?? {}, row + 2);
      writeFileSync(mark, String(row + 1));
    }
    rmSync(mark, { force: true });
    return {
      json: { recorded: rows.length - from, skipped: from },
      text: `${rows.length - from} rows recorded, ${from} were recorded before.`,
    };
  },
};

function readRows(text: string): Record<string, string>[] {
  try {
    return parse<Record<string, string>>(text, {
      bom: true,
      columns: (names: string[]) => names.map((name) => name.trim()),
      skip_empty_lines: true,
      relax_column_count_less: true,
    });
  } catch (error) {
    throw new UsageError(`The file is not valid CSV: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function post(url: string, token: string, row: Record<string, string>, line: number): Promise<void> {
  for (;;) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: new URLSearchParams(row),
    });
    const body: unknown = await response.json().catch(() => null);
    if (response.ok) return;
    if (response.status !== 429 && response.status !== 503) {
      const detail =
        typeof body === 'object' && body !== null && 'response_detail' in body
          ? String(body.response_detail)
          : response.status;
      throw new UsageError(
        `Line ${line} was refused: ${detail}\nMend it and run the command again: it goes on with this line.`,
      );
    }
    const seconds = Number(response.headers.get('retry-after') ?? 1);
    await delay(Math.max(seconds * 1000, PAUSE_MS));
  }
}

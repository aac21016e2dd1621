import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type Command, UsageError } from '../command.ts';
import { readCsv } from '../csv/read-csv.ts';

const PATHS: Record<string, string> = { defects: '/critical_defects', releases: '/releases' };
const PAUSE_MS = 1_000;

/**
 * Past defects and releases, a row a call through the public API, whose parameters are the columns. Each call is idempotent,
 * and the line reached is kept beside the file: a run that was cut short goes on where it stopped.
 */
export const importCsv: Command = {
  summary: 'Record past defects or releases from a CSV file whose columns are the API parameters; resumable',
  args: ['defects|releases', 'file'],
  options: {
    'base-url': { value: 'url', help: 'of the gateway; PUBLIC_BASE_URL by default' },
    'token-stdin': { help: 'read the API token from standard input instead of LINESCOPE_TOKEN' },
    restart: { help: 'begin with the first row again' },
  },
  async run(desk, { args, option, flag }) {
    const [kind = '', file = ''] = args;
    const path = PATHS[kind];
    if (!path) throw new UsageError('The first word must be defects or releases.');
    if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
    const rows = readCsv(readFileSync(file, 'utf8'));
    const token = await desk.readSecret('LINESCOPE_TOKEN', flag('token-stdin'));
    const url = `${(option('base-url') ?? desk.env['PUBLIC_BASE_URL'] ?? 'http://127.0.0.1:8080').replace(/\/+$/, '')}/api/v1${path}`;
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
    await new Promise((resolve) => setTimeout(resolve, Math.max(seconds * 1000, PAUSE_MS)));
  }
}

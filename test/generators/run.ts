import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { GENERATORS, type Generator, programOf } from './generators.ts';

/**
 * Each generator makes a client of the running stack's document, TypeScript compiles it strictly, and the client calls the stack.
 * The generators come from npm into a folder of their own, since no one who runs Linescope needs them.
 */
const run = promisify(execFile);
/** What a generator brings along for itself. */
const OWN = /^(core|client)\//;
const LIMIT_MS = 300_000;
const BUFFER_BYTES = 64 * 1024 * 1024;
const TOOLS = { typescript: '5.9.3', esbuild: '0.28.2' };
const INSTALL = ['install', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error'];
const STRICT = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2023', '--module', 'esnext'];

interface Row {
  generator: string;
  generates: string;
  compiles: string;
  untyped: number | string;
  calls: string;
}

export async function tryGenerators(baseUrl: string, token: string): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'linescope-generators-'));
  try {
    const document = await (await fetch(new URL('/openapi.json', baseUrl))).text();
    const rows: Row[] = [];
    for (const generator of GENERATORS) {
      const place = join(folder, generator.name.replace(/\W+/g, '-'));
      await mkdir(join(place, 'made'), { recursive: true });
      await writeFile(join(place, 'api.json'), document);
      rows.push(await tryOne(generator, place, { BASE_URL: baseUrl, TOKEN: token }));
    }
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function tryOne(generator: Generator, place: string, env: Record<string, string>): Promise<Row> {
  const row: Row = { generator: generator.name, generates: '', compiles: '', untyped: '', calls: '' };
  const execute = async (command: string, words: string[]) => {
    const path = [join(place, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);
    const options = {
      cwd: place,
      timeout: LIMIT_MS,
      maxBuffer: BUFFER_BYTES,
      env: { ...process.env, ...env, PATH: path },
    };
    return (await run(command, words, options)).stdout;
  };
  const manifest = { private: true, type: 'module', dependencies: { ...TOOLS, ...generator.packages } };
  await writeFile(join(place, 'package.json'), JSON.stringify(manifest));
  const [command = '', ...words] = generator.command;
  // One that the registry does not give is not tried; the others are.
  row.generates = await verdict(async () => {
    await execute('npm', INSTALL);
    await execute(command, words);
  });
  if (row.generates !== 'yes') return row;
  await writeFile(join(place, 'call.ts'), programOf(generator));
  const compile = [
    ...STRICT,
    '--moduleResolution',
    'bundler',
    '--lib',
    'es2023,dom,dom.iterable',
    '--allowImportingTsExtensions',
    'call.ts',
  ];
  row.compiles = await verdict(() => execute('tsc', compile));
  row.untyped = await untypedAnswers(join(place, 'made'));
  row.calls = await verdict(async () => {
    await execute('esbuild', [
      'call.ts',
      '--bundle',
      '--platform=node',
      '--format=esm',
      '--outfile=call.mjs',
      '--banner:js=import{createRequire}from"node:module";const require=createRequire(import.meta.url);',
    ]);
    const { series, people } = JSON.parse(await execute(process.execPath, ['call.mjs']));
    if (!(series > 0 && people > 0)) throw new Error('the answers are empty');
  });
  return row;
}

/** Answers that a caller gets as `any`, `unknown` or nothing. */
async function untypedAnswers(folder: string): Promise<number> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.ts') && !OWN.test(file));
  let count = 0;
  for (const file of files) {
    const text = await readFile(join(folder, file), 'utf8');
    count +=
      text.match(
        /Promise<(any|void|unknown)>|request<(any|void|unknown),|200: (any|void|unknown);|response: z\.(any|void|unknown)\(\)/g,
      )?.length ?? 0;
  }
  return count;
}

async function verdict(act: () => Promise<unknown>): Promise<string> {
  try {
    await act();
    return 'yes';
  } catch (error) {
    const { stdout = '', message = String(error) } = error as { stdout?: string; message?: string };
    return `no: ${(stdout || message).trim().slice(0, 300)}`;
  }
}

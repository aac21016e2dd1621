// The first thing to run on a fresh clone, so: plain JavaScript, Node 20 or newer, nothing installed yet.
// It installs what is missing or stale, then hands the command to the Node that the project pins.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const MODULES = join(ROOT, 'node_modules');
const STAMP = join(MODULES, '.installed-from');
/** What Node has compiled once: a process that starts again, or beside others of the same code, is there in half the time. */
const COMPILED = join(MODULES, '.cache', 'linescope', 'compiled');
const PINNED_NODE = join(MODULES, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

const COMMANDS = {
  start: ['npm start', 'start the whole stack and stay until Ctrl-C'],
  stop: ['npm stop', 'stop the stack that runs on this data folder'],
  status: ['npm run status', 'say what runs and whether it is ready'],
  test: [
    'npm test [-- path …]',
    'type check, lint, and all tests (or those whose path matches); test:quick without stores',
  ],
  admin: ['npm run admin -- …', 'entities, users, tokens and seats (--help lists all)'],
  backup: ['npm run backup -- <folder>', 'copy everything of the stopped stack into a folder'],
  restore: ['npm run restore -- <folder>', 'fill an empty data folder with such a copy'],
  'rotate-key': ['npm run rotate-key -- <keys> <add|drop>', 'change the keys of the stopped stack'],
  facts: ['npm run facts -- …', 'read histories again, or derive provider facts again'],
  fuzz: ['npm run fuzz -- …', 'send requests made from the API document, and check every answer'],
  chaos: ['npm run chaos -- …', 'import while units and stores are killed, and compare the facts'],
  generators: ['npm run generators', 'make clients of the running stack by six generators, compile them and call it'],
  bench: ['npm run bench -- <name>', 'run a benchmark (--help lists them)'],
  import: ['npm run import -- …', 'import a repository into the running stack'],
  demo: ['npm run demo [-- check]', 'make the demo organization, or check that it fills every segment'],
};

function help() {
  const width = Math.max(...Object.values(COMMANDS).map(([usage]) => usage.length));
  const lines = Object.values(COMMANDS).map(([usage, what]) => `  ${usage.padEnd(width)}  ${what}`);
  return `Linescope\n\n${lines.join('\n')}

  PORT       where the API listens (8080)
  DATA_DIR   where everything is kept (.data)
  LOG_LEVEL  trace, debug, info, warn, error, fatal or silent (info)
  DEMO=false                 no demo organization
  IMPORT_OWN_HISTORY=true    import the history of this repository too
  DATABASE_URL, NATS_URL, CLICKHOUSE_URL   use a server of yours instead of starting one
`;
}

async function main() {
  const [command, ...rest] = process.argv.slice(2);
  const ownHelp = command === 'start' && rest.some((word) => word === '--help' || word === '-h');
  if (command === undefined || command === '--help' || command === '-h' || ownHelp) return say(help());
  if (!Object.hasOwn(COMMANDS, command)) fail(`There is no command "${command}".\n\n${help()}`, 2);
  if (command === 'start' && rest.length > 0) fail(`npm start takes no words, only settings.\n\n${help()}`, 2);

  await installIfNeeded();
  if (command === 'start' || command === 'test') await buildConsole();
  const entry = join(ROOT, 'deploy', 'one-machine', 'src', 'commands', `${command}.ts`);
  // The pinned Node comes first: programs that begin with "env node" must find it too.
  const path = [dirname(PINNED_NODE), join(MODULES, '.bin'), process.env.PATH].join(delimiter);
  const env = { NODE_COMPILE_CACHE: COMPILED, ...process.env, PATH: path };
  process.exitCode = await run(PINNED_NODE, [entry, ...rest], { env });
}

async function installIfNeeded() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
  const installed = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : '';
  if ((installed === wanted || isInstalledByHand()) && pinnedNodeRuns()) return;

  say(
    `${existsSync(MODULES) ? 'The installed dependencies are stale' : 'Dependencies are not installed yet'}: installing them\n`,
  );
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  const progress = setInterval(() => say(`  still installing (${seconds()} s)\n`), 10_000);
  // Warnings of packages that want a newer Node than the one npm runs on do not matter: the pinned one runs them.
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  let code = await run('npm', ['ci', ...quiet]);
  if (code !== 0) {
    say('npm ci did not work; trying npm install\n');
    code = await run('npm', ['install', '--no-save', ...quiet]);
  }
  if (code === 0 && !pinnedNodeRuns()) await fetchPinnedNode();
  clearInterval(progress);
  if (code !== 0) fail('The dependencies could not be installed: see what npm says above.\n');
  if (!pinnedNodeRuns())
    fail(
      'The pinned Node (npm package "node") does not run on this machine: allow its install script and try again.\n',
    );
  writeFileSync(STAMP, wanted);
  say(`Installed in ${seconds()} s\n`);
}

/** Whether npm's own note of what it installed agrees with the lockfile: someone ran "npm ci" or "npm install" before us. */
function isInstalledByHand() {
  const note = join(MODULES, '.package-lock.json');
  if (!existsSync(note)) return false;
  const wanted = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
  const there = JSON.parse(readFileSync(note, 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, link, optional, devOptional }]) => {
    if (!path.includes('node_modules/') || link) return true;
    return there[path] === undefined ? Boolean(optional || devOptional) : there[path].version === version;
  });
}

/** Built before anything starts, and only where its sources changed; a failed build is no reason not to start. */
async function buildConsole() {
  const code = await run(PINNED_NODE, [join(ROOT, 'console', 'build.mjs')]);
  if (code !== 0) say('The console could not be built: see above. The API works without it.\n');
}

// Where npm runs no install scripts, the package "node" is there but its program is not.
async function fetchPinnedNode() {
  await run(process.execPath, ['installArchSpecificPackage.js'], { cwd: join(MODULES, 'node') });
}

function pinnedNodeRuns() {
  return existsSync(PINNED_NODE) && spawnSync(PINNED_NODE, ['--version']).status === 0;
}

/** Runs to its end, passing on the signals that reach us; answers the exit code. */
function run(program, args, { cwd = ROOT, env = process.env } = {}) {
  return new Promise((settle, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: 'inherit' });
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    const passOn = (signal) => child.kill(signal);
    for (const signal of signals) process.on(signal, passOn);
    // npm hands a signal to its shell, which ends without passing it on: whoever ends npm ends what it runs.
    const shell = process.ppid;
    const looking = setInterval(() => {
      if (process.env.npm_lifecycle_event === undefined || process.ppid === shell) return;
      clearInterval(looking); // Once is enough.
      child.kill('SIGTERM');
    }, 1000);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearInterval(looking);
      for (const name of signals) process.off(name, passOn);
      settle(code ?? 128 + constants.signals[signal]);
    });
  });
}

function say(text) {
  process.stdout.write(text);
}

function fail(text, code = 1) {
  process.stderr.write(text);
  process.exit(code);
}

await main();

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { runProgram } from '@linescope/command-line/run-commands';
import { watchImport } from '../imports/import-progress.ts';
import { gitFolderOf, offerAtCodeHost, queueImport } from '../imports/queue-repository.ts';
import { filesIn, readSettings } from '../settings.ts';
import { readReady } from '../stack/ready-file.ts';

const run = promisify(execFile);

/** Null where the source is neither a path nor a URL, and so a repo of a connected host. */
async function localRepository(source: string, cloneFolder: string, name: string | undefined) {
  if (/^(https?|ssh|git|file):\/\/|^[\w.-]+@[\w.-]+:/.test(source)) {
    const repoPath = name ?? `cloned/${slug(basename(source).replace(/\.git$/, ''))}`;
    const gitDir = join(cloneFolder, `${repoPath.replaceAll('/', '+')}.git`);
    await mkdir(cloneFolder, { recursive: true });
    process.stdout.write(`Fetching ${source}\n`);
    if (existsSync(gitDir)) await run('git', ['--git-dir', gitDir, 'remote', 'update', '--prune']);
    else await run('git', ['clone', '--quiet', '--mirror', '--', source, gitDir]);
    return { gitDir, repoPath };
  }
  const path = resolve(process.env['INIT_CWD'] ?? process.cwd(), source);
  const gitDir = existsSync(path) ? await gitFolderOf(path) : null;
  if (gitDir === null) {
    if (existsSync(path)) throw new Error(`There is no git repository at ${path}.`);
    if (!/^[^/.~][^/]*\/[^/]+$/.test(source)) throw new Error(`There is no folder ${path}.`);
    return null;
  }
  return { gitDir, repoPath: name ?? `local/${slug(basename(gitDir.replace(/\/\.git$/, '')).replace(/\.git$/, ''))}` };
}

const slug = (text: string): string => text.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[-.]+/, '') || 'repo';

await runProgram('npm run import --', {
  summary: 'Import a repository into the running stack and watch it',
  details: `The source is one of
  <path>               a git repository on this machine, served by the local code host
  <URL>                cloned with your own git and its credentials, then as a path
  organization/repo    a repo that a connection of the demo entity reaches

Needs a running stack (npm start) with the same DATA_DIR.`,
  args: ['source'],
  options: {
    window: { value: 'window', help: 'how far back to read: a number of days, a day (2025-10-01), or all' },
    name: { value: 'org/repo', help: 'the path it gets' },
  },
  async run(_context, { args: [source = ''], option }) {
    const { dataDir } = readSettings(process.env);
    const ready = readReady(filesIn(dataDir).ready);
    if (!ready?.api_token) throw new Error(`No stack is running on ${dataDir}. Start it with: npm start`);
    const local = await localRepository(source, join(dataDir, 'cloned'), option('name'));
    if (local) {
      if (ready.code_host_url === null) throw new Error('This stack has no local code host.');
      await offerAtCodeHost(ready, local);
    }
    const repoPath = local?.repoPath ?? source;
    await queueImport(ready, repoPath, option('window'));
    return { exitCode: await watchImport(ready, repoPath, process.stdout) };
  },
});

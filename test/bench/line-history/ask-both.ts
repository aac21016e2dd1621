import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { promisify } from 'node:util';
import { refereeEnvironment } from '@linescope/git-engine/referee/made-up-history';
import type { Ready } from '@linescope/one-machine/stack/ready-file';
import { z } from 'zod';

const run = promisify(execFile);
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

export interface AskedLine {
  path: string;
  line: number;
}

export const git = async (gitDir: string, args: string[]): Promise<string> => {
  const { stdout } = await run('git', ['--git-dir', gitDir, ...args], {
    env: refereeEnvironment(),
    maxBuffer: 1 << 28,
  });
  return stdout;
};

export const tipOf = async (gitDir: string): Promise<string> => (await git(gitDir, ['rev-parse', 'HEAD'])).trim();

export const countCommits = async (gitDir: string): Promise<number> =>
  Number(await git(gitDir, ['rev-list', '--count', 'HEAD']));

/** Lines of a version, any as likely as its file. */
export async function pickLines(
  gitDir: string,
  at: string,
  count: number,
  random: (below: number) => number,
  isWanted: (line: AskedLine) => boolean = () => true,
): Promise<AskedLine[]> {
  const tree = (await git(gitDir, ['ls-tree', '-r', '-z', at])).split('\0');
  const submodules = new Set(tree.filter((entry) => entry.startsWith('160000')).map((entry) => entry.split('\t')[1]));
  const records = (await git(gitDir, ['diff-tree', '-r', '--numstat', '-z', EMPTY_TREE, at])).split('\0');
  const files = records.flatMap((record) => {
    const [added, , path] = record.split('\t');
    return path && Number(added) > 0 && !submodules.has(path) && isWanted({ path, line: 1 })
      ? [{ path, lines: Number(added) }]
      : [];
  });
  if (files.length === 0) return [];
  return Array.from({ length: count }, () => {
    const { path, lines } = files[random(files.length)] ?? { path: '', lines: 1 };
    return { path, line: 1 + random(lines) };
  });
}

/** Commits that `git log -L` shows for a line, newest first. */
export async function askGit(gitDir: string, at: string, { path, line }: AskedLine): Promise<string[]> {
  const shas = await git(gitDir, ['log', '-s', '--format=%H', `-L${line},${line}:${path}`, at]);
  return shas.split('\n').filter((sha) => sha !== '');
}

/** The commit that `git blame` names for a line. */
export async function blamedCommit(gitDir: string, at: string, { path, line }: AskedLine): Promise<string | null> {
  const porcelain = await git(gitDir, ['blame', '--porcelain', `-L${line},${line}`, at, '--', path]);
  return porcelain.slice(0, porcelain.indexOf(' ')) || null;
}

/** A line of a version as git keeps it; null where there is none. */
export async function textAt(gitDir: string, at: string, { path, line }: AskedLine): Promise<string | null> {
  const blob = await git(gitDir, ['cat-file', 'blob', `${at}:${path}`]).catch(() => '');
  return blob.split('\n')[line - 1] ?? null;
}

/** `<sha> <subject>` of each commit. */
export const subjectsOf = (gitDir: string, shas: readonly string[]): Promise<string[]> =>
  Promise.all(shas.map(async (sha) => (await git(gitDir, ['show', '-s', '--format=%h %s', '--abbrev=9', sha])).trim()));

const answerSchema = z.object({ line_history: z.array(z.looseObject({ commit_message: z.string() })) });

const connections = new Agent({ keepAlive: true });

/** The same query through the gateway, with the spec's defaults; how many versions came. */
export async function askApi(ready: Ready, repoPath: string, at: string, { path, line }: AskedLine): Promise<number> {
  const query = new URLSearchParams({
    resource_path: `${ready.entity_slug}/${repoPath}`,
    file_path: path,
    sha: at,
    line_number_after: String(line),
  });
  const { status, body } = await readJson(
    `${ready.base_url}/api/v1/code_introspections/line_history?${query}`,
    ready.api_token,
  );
  if (status !== 200) throw new Error(`${path}:${line} was answered ${status}: ${JSON.stringify(body)}`);
  return answerSchema.parse(body).line_history.length;
}

/** Not by `fetch`, which adds 0.2 ms of its own, and 0.4 from cold caches. */
function readJson(url: string, token: string | null): Promise<{ status: number | undefined; body: unknown }> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: connections, headers: { authorization: `Bearer ${token}` } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('error', reject).on('end', () => resolve({ status: response.statusCode, body: JSON.parse(text) }));
    });
    request.on('error', reject);
  });
}

/** A copy of the history in which git has what makes it fastest: a commit graph with changed-path filters. */
export async function copyWithGraph(gitDir: string, copy: string): Promise<void> {
  await cp(gitDir, copy, { recursive: true });
  await git(copy, ['commit-graph', 'write', '--reachable', '--changed-paths']);
}

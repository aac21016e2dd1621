/**
 * Git's smart HTTP protocol, versions 0 to 2: `info/refs` announces, `git-upload-pack` streams a pack both ways.
 * Pushing is refused unless the host was started with it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { spawnGit } from './run-git.ts';

export type GitRequest = {
  gitDir: string;
  action: 'info/refs' | 'git-upload-pack' | 'git-receive-pack';
  service: string;
};

const uploadSettings = ['-c', 'uploadpack.allowFilter=true', '-c', 'uploadpack.allowAnySHA1InWant=true'];

export async function serveGit(git: GitRequest, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const announcing = git.action === 'info/refs';
  const command = git.service.replace(/^git-/, '');
  const asked = String(req.headers['git-protocol'] ?? '');
  const protocol = /^version=[012]$/.test(asked) ? asked : '';
  const child = spawnGit(
    [...uploadSettings, command, '--stateless-rpc', ...(announcing ? ['--advertise-refs'] : []), git.gitDir],
    protocol ? { GIT_PROTOCOL: protocol } : {},
  );
  res.statusCode = 200;
  res.setHeader('Content-Type', `application/x-${git.service}-${announcing ? 'advertisement' : 'result'}`);
  res.setHeader('Cache-Control', 'no-cache, max-age=0, must-revalidate');
  if (announcing && protocol !== 'version=2') res.write(`${packetLine(`# service=${git.service}\n`)}0000`);

  res.on('close', () => child.kill());
  child.stderr?.resume();
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('git was started without pipes');
  const body = req.headers['content-encoding'] === 'gzip' ? req.pipe(createGunzip()) : req;
  // A client that has what it wants hangs up early: neither side's broken pipe is a fault.
  const sent = announcing ? stdin.end() : pipeline(body, stdin).catch(() => undefined);
  await pipeline(stdout, res).catch(() => undefined);
  await sent;
}

function packetLine(text: string): string {
  return `${(text.length + 4).toString(16).padStart(4, '0')}${text}`;
}

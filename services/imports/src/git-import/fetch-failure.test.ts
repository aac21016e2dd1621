import { GitError } from '@linescope/git-engine/git/git-error';
import { expect, test } from 'vitest';
import { fetchFailureOf } from './fetch-failure.ts';

const failureOf = (stderr: string) => {
  const { reason, message } = fetchFailureOf(new GitError('git_failed', stderr));
  return { reason, message };
};

test('what the git server answered is told', () => {
  expect(failureOf('fatal: remote error: upload-pack: not our ref ba6d13dd\n')).toEqual({
    reason: 'transient',
    message: 'The repo could not be fetched from the code host, which said: "upload-pack: not our ref ba6d13dd".',
  });
});

test.each([
  'server certificate verification failed. CAfile: none CRLfile: none',
  'SSL certificate problem: unable to get local issuer certificate',
])('that the certificate of a host is not trusted is told, so that an operator can trust it: %s', (why) => {
  expect(failureOf(`fatal: unable to access 'https://git.example/a.git/': ${why}`)).toEqual({
    reason: 'transient',
    message: 'The certificate of the code host is not trusted here.',
  });
});

test('of long words the first are told, and nothing that moves a cursor', () => {
  const { message } = failureOf(`fatal: remote error: \u001b[2J${'x'.repeat(10_000)}`);
  expect(message).toMatch(/^The repo could not be fetched from the code host, which said: "\[2Jx{190,200}"\.$/);
});

test.each([
  "fatal: unable to access 'http://10.0.0.1/a.git/': Failed to connect to 10.0.0.1 port 80",
  'remote: the body of some page\nfatal: the remote end hung up unexpectedly',
  'error: cannot create /data/clones/1/7.git: No space left on device',
])('nothing of an address or a folder is told: %s', (stderr) => {
  expect(failureOf(stderr)).toEqual({
    reason: 'transient',
    message: 'The repo could not be fetched from the code host.',
  });
});

test.each([
  "fatal: unable to access 'https://git.example/acme/sha256-tools.git/': Could not resolve host: git.example",
  "fatal: unable to access 'https://git.example/acme/http-404.git/': The requested URL returned error: 502",
  "fatal: unable to access 'https://git.example:8401/acme/app-403.git/': Failed to connect to git.example port 8401",
  'fatal: remote error: upload-pack: not our ref 40140340440140340440140340440140340440f0',
])('neither a name nor a number makes a passing failure a lasting one: %s', (stderr) => {
  expect(failureOf(stderr).reason).toBe('transient');
});

test.each([
  ['refused', "fatal: Authentication failed for 'https://git.example/acme/app.git/'"],
  ['refused', "fatal: unable to access 'https://git.example/acme/app.git/': The requested URL returned error: 403"],
  ['refused', "fatal: could not read Username for 'https://git.example': terminal prompts disabled"],
  ['missing', "remote: Repository not found.\nfatal: repository 'https://git.example/acme/app.git/' not found"],
  ['missing', "fatal: unable to access 'https://git.example/acme/app.git/': The requested URL returned error: 410"],
  ['sha256', 'fatal: mismatched algorithms: client sha1; server sha256'],
])('%s is what git says by: %s', (reason, stderr) => {
  expect(failureOf(stderr).reason).toBe(reason);
});

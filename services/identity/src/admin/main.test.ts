import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { testPostgres } from '@linescope/test-kit/test-postgres';
import { TEST_SECRET_KEYS } from '@linescope/test-kit/test-service';
import { expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const { url } = await testPostgres('identity');

async function admin(line: string, input = '') {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL: url, SECRET_KEYS: TEST_SECRET_KEYS };
  const child = spawn(process.execPath, [MAIN, ...line.split(' ')], { env });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdin.on('error', () => {}).end(input);
  await once(child, 'close');
  return { code: child.exitCode, stdout, stderr };
}

test('as a process it answers on standard output, takes secrets from standard input, and ends by itself', async () => {
  expect(await admin('entity create piped --json')).toMatchObject({ code: 0, stderr: '' });
  await admin('user create ada@piped.example --entity piped --role admin');
  const line = 'llm-token create --entity piped --email ada@piped.example --provider vendorA_assistant --token-stdin';
  const added = await admin(`${line} --json`, 'from-the-pipe\n');
  expect(JSON.parse(added.stdout)).toEqual({ id: expect.any(Number) });
  expect(await admin(line, '')).toMatchObject({ code: 2, stdout: '' });
  const listed = await admin('llm-token list --entity piped');
  expect(listed.stdout).toContain('Claude');
  expect(listed.stdout).not.toContain('from-the-pipe');
});

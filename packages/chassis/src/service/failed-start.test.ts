import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const moduleAt = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

/** A unit of its own process, which needs a port and a level, and then starts so. */
async function start(body: string, env: Record<string, string>) {
  const script = `
    const { runService } = await import(${moduleAt('./run-service.ts')});
    const { processSettings } = await import(${moduleAt('../config/settings.ts')});
    const { z } = await import(${JSON.stringify(import.meta.resolve('zod'))});
    await runService({
      name: 'unit',
      config: z.object({ ...processSettings, TOKEN: z.string().min(8), STORE_URL: z.string().optional() }),
      async start({ config }) { ${body} },
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    env: { PATH: process.env['PATH'], BIND_HOST: '127.0.0.1', INTERNAL_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { exitCode: child.exitCode, stderr, lines: stdout.trimEnd().split('\n') };
}

test('a configuration that is not valid is one line of the log that names every problem, and exit code 78', async () => {
  const { exitCode, stderr, lines } = await start('', { TOKEN: 'short', INTERNAL_PORT: 'x', LOG_LEVEL: 'silent' });
  expect([exitCode, stderr, lines.length]).toEqual([78, '', 1]);
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    level: 'fatal',
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    service: 'unit',
    problems: [expect.stringMatching(/^INTERNAL_PORT: /), expect.stringMatching(/^TOKEN: /)],
    msg: 'starting failed: the configuration is not valid',
  });
  expect(lines[0]).not.toContain('short');
});

test('a start that fails is one line with its stack and what caused it, without secrets, and exit code 1', async () => {
  const { exitCode, stderr, lines } = await start(
    `try { new URL(config.STORE_URL) } catch (cause) { throw new Error('The store,\\nat STORE_URL, cannot be used', { cause }) }`,
    { TOKEN: 'long enough', STORE_URL: 'store://ada:secret-word@:x', LOG_LEVEL: 'error' },
  );
  expect([exitCode, stderr, lines.length]).toEqual([1, '', 1]);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'fatal',
    service: 'unit',
    err: {
      type: 'Error',
      stack: expect.stringMatching(/cannot be used\n +at /),
      cause: { type: 'TypeError', message: 'Invalid URL' },
    },
    msg: 'starting failed: The store,\nat STORE_URL, cannot be used',
  });
  expect(lines[0]).not.toContain('secret-word');
});

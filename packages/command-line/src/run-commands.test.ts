import { expect, test } from 'vitest';
import { type Command, UsageError } from './command.ts';
import { runCommands } from './run-commands.ts';
import { listing } from './table.ts';

const list: Command<{ greeting: string }> = {
  summary: 'List greetings',
  args: ['name…'],
  options: { 'upper-case': { help: 'shout' }, from: { value: 'person', help: 'who greets' } },
  async run({ greeting }, { args, flag, need }) {
    const text = args.map((name) => `${greeting} ${name}, ${need('from')}`);
    return listing(text.map((line) => ({ line: flag('upper-case') ? line.toUpperCase() : line })));
  },
};
const broken: Command<{ greeting: string }> = {
  summary: 'Fail',
  run: () => Promise.reject(new Error('the disk is full')),
};
const wrong: Command<{ greeting: string }> = {
  summary: 'Refuse',
  run: () => Promise.reject(new UsageError('There is no entity acme.')),
};
let opened = 0;
let closed = 0;
const run = (...words: string[]) =>
  runCommands(
    {
      usage: 'npm run greet --',
      summary: 'Greetings',
      commands: { 'greeting list': list, broken, wrong },
      open: async () => {
        opened += 1;
        return {
          context: { greeting: 'hello' },
          close: async () => {
            closed += 1;
          },
        };
      },
    },
    words,
  );

test('a command prints for people, and one line of JSON for machines', async () => {
  expect(await run('greeting', 'list', 'Ada', 'Grace', '--from', 'Joan')).toEqual({
    exitCode: 0,
    stdout: 'line\nhello Ada, Joan\nhello Grace, Joan\n',
    stderr: '',
  });
  const { stdout } = await run('greeting', 'list', 'Ada', '--from=Joan', '--upper-case', '--json');
  expect(JSON.parse(stdout)).toEqual([{ line: 'HELLO ADA, JOAN' }]);
});

test('a list has words for a head, and lists and counts without the marks of JSON', () => {
  const rows = [
    { state_em: 'open', removed_counts: { commits: 2, pull_requests: 1 }, erased_by: ['a', 'b'], at: null },
  ];
  expect(listing(rows)).toEqual({
    json: rows,
    text: ['state  removed counts              erased by  at', 'open   commits 2, pull requests 1  a, b       -'].join(
      '\n',
    ),
  });
  expect(listing(rows, [{ state: 'is open' }])).toEqual({ json: rows, text: 'state\nis open' });
});

test('--help after any word shows how to type it, opens nothing and exits with 0', async () => {
  const before = opened;
  for (const words of [[], ['--help'], ['greeting', '--help'], ['greeting', 'list', '-h']]) {
    const { exitCode, stdout, stderr } = await run(...words);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain('npm run greet --');
  }
  expect((await run('greeting', 'list', '--help')).stdout).toMatch(/Usage: npm run greet -- greeting list/);
  expect(opened).toBe(before);
});

test('wrong use exits with 2 and names the nearest word', async () => {
  expect(await run('greting')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('Did you mean greeting?'),
  });
  expect(await run('greeting', 'list', 'Ada', '--form', 'Joan')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--from'),
  });
  expect(await run('greeting', 'list')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("'name'") });
  expect(await run('greeting', 'list', 'Ada')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/^--from is required\.\n"npm run greet -- greeting list --help"/),
  });
  expect(await run('wrong', 'word')).toMatchObject({ exitCode: 2 });
  expect(await run('wrong')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('There is no entity acme.'),
  });
});

test('a failure exits with 1, says what failed, and what was opened is closed', async () => {
  expect(await run('broken')).toEqual({ exitCode: 1, stdout: '', stderr: 'broken failed: the disk is full\n' });
  expect(closed).toBe(opened);
});

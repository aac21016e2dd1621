import { makeRepository } from '@linescope/git-engine/referee/made-up-history';
import { afterAll, expect, test } from 'vitest';
import { NOTE_REFS, readLineRecords } from './read-line-records.ts';

const repo = await makeRepository([
  { parents: [], tree: new Map([['a.c', 'one\n']]) },
  { parents: [0], tree: new Map([['a.c', 'one\ntwo\n']]) },
  { parents: [1], tree: new Map([['a.c', 'one\ntwo\nthree\n']]) },
]);
afterAll(() => repo.remove());
const [ref] = NOTE_REFS;
const [first = '', second = '', third = ''] = repo.shas;

const note = (line: number) =>
  `a.c\n  s_c9883b05a2487d::t_9f8e7d6c5b4a32 ${line}\n---\n${JSON.stringify({
    schema_version: 'authorship/3.0.0',
    base_commit_sha: '',
    prompts: {},
    sessions: { s_c9883b05a2487d: { agent_id: { tool: 'claude', id: '1', model: 'opus' } } },
  })}`;
const identity = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com'];
const add = (sha: string, text: string) => repo.git(...identity, 'notes', '--ref=ai', 'add', '-f', '-m', text, sha);
const tipNow = async () => (await repo.git('rev-parse', ref)).trim();

async function read(tip: string | null, before: string | null) {
  const malformed: string[] = [];
  const found = new Map<string, number[] | null>();
  const signal = AbortSignal.timeout(30_000);
  const request = { gitDir: repo.gitDir, ref, tip, before, onMalformed: (sha: string) => malformed.push(sha), signal };
  for await (const { sha, record } of readLineRecords(request))
    found.set(sha, record?.ranges.map(({ from }) => from) ?? null);
  return { malformed, found };
}

test('notes are read with the commit they speak of, a malformed one is counted, and only what changed is read again', async () => {
  await add(first, note(1));
  await add(second, note(2));
  await add(third, 'not a record');
  const before = await tipNow();
  expect(await read(before, null)).toEqual({
    malformed: [third],
    found: new Map([
      [first, [1]],
      [second, [2]],
      [third, null],
    ]),
  });

  await add(third, note(3));
  await repo.git(...identity, 'notes', '--ref=ai', 'remove', first);
  expect(await read(await tipNow(), before)).toEqual({
    malformed: [],
    found: new Map([
      [first, null],
      [third, [3]],
    ]),
  });
  expect((await read(null, before)).found.size).toBe(3);
  expect((await read(null, null)).found.size).toBe(0);
});

test('a note as large as a disk, or of bytes, is skipped', async () => {
  const before = await tipNow();
  const blob = (await repo.git('rev-parse', `${before}:${third}`)).trim();
  await repo.git(...identity, 'notes', '--ref=ai', 'add', '-f', '-C', blob, second);
  const tip = await tipNow();
  expect((await read(tip, before)).malformed).toEqual([]);
  const huge = (await repo.git('rev-list', '-1', 'main')).trim();
  await add(huge, `a.c\n  s_c9883b05a2487d::t_1 ${'1,'.repeat(60_000)}1\n---\n{`);
  expect((await read(await tipNow(), tip)).malformed).toEqual([third]);
});
